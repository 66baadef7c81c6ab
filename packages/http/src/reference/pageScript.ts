/** What the page does beyond Swagger UI: runs in the browser, behind it and before it starts. Data only. */

export const pageScript = `
  (() => {
    const root = document.documentElement
    const dark = matchMedia("(prefers-color-scheme: dark)")
    const follow = () => root.classList.toggle("dark-mode", dark.matches)
    follow()
    dark.addEventListener("change", follow)

    // Names and levels that readers who see nothing need. An attribute without a value is one that says something wrong.
    const attributes = [
      ["#swagger-ui", "role", "main"],
      ["h3", "aria-level", "2"],
      ["h4", "aria-level", "3"],
      ["section.models h4", "aria-level", "2"],
      ["h5", "aria-level", "4"],
      ["table.responses-table", "role"],
      [".modal-ux", "role", "dialog"],
      [".modal-ux", "aria-modal", "true"],
      [".modal-ux", "aria-label", "Authorization"],
      [".modal-btn", "aria-label"],
      [".close-modal", "aria-label", "Close"],
      ["#auth-bearer-value", "aria-label", "Access token"]
    ]
    const parameters = () => {
      for (const row of document.querySelectorAll("tr[data-param-name]"))
        for (const field of row.querySelectorAll("input, select, textarea"))
          field.setAttribute("aria-label", row.dataset.paramName)
    }
    const annotate = () => {
      for (const [selector, name, value] of attributes)
        for (const element of document.querySelectorAll(selector))
          if (value === undefined) element.removeAttribute(name)
          else element.setAttribute(name, value)
      parameters()
    }
    new MutationObserver(annotate).observe(root, { childList: true, subtree: true })
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape") document.querySelector(".close-modal")?.click()
    })

    // Requests go to where the page came from, which may be another name of the server than its public URL.
    const servers = [{ url: new URL(".", location.href).href.replace(/\\/$/, "") }]
    // A link within the button that opens the operation can't be reached by keyboard; the address follows what is open.
    const unlinked = (Original, { React }) => (props) => React.createElement(Original, { ...props, enabled: false })
    const swagger = window.SwaggerUIBundle
    const start = (options) =>
      swagger({
        ...options,
        spec: { ...options.spec, servers },
        deepLinking: true,
        defaultModelRendering: "model",
        defaultModelExpandDepth: 5,
        displayRequestDuration: true,
        plugins: [{ wrapComponents: { DeepLink: unlinked } }]
      })
    window.SwaggerUIBundle = Object.assign(start, swagger)
  })()
`
