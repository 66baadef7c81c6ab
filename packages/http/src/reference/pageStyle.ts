/** The look of the page where Swagger UI's own can't be read: too pale on white, or too wide for a telephone. Data only. */

const light = `
  .title small { background: #5a6270; }
  .title small.version-stamp { background: #456800; }
  .info a, .link { color: #1a5fb4; }
  .renderedMarkdown code { color: #6b21a8; }
  .btn.authorize { border-color: #0f7a4f; color: #0f7a4f; }
  .btn.authorize svg { fill: #0f7a4f; }
  .btn.execute { background: #1d63b8; border-color: #1d63b8; }
  .btn.cancel { border-color: #b91c1c; color: #b91c1c; }
  .opblock-get .opblock-summary-method { background: #1d63b8; }
  .opblock-post .opblock-summary-method { background: #147a4c; }
  .opblock-delete .opblock-summary-method { background: #c42424; }
  .opblock-patch .opblock-summary-method { background: #0f766e; }
  .opblock-put .opblock-summary-method { background: #9a5b00; }
  .opblock.opblock-deprecated .opblock-summary-method { background: #5a6270; }
  .parameter__in { color: #595959; }
  .json-schema-2020-12-expand-deep-button { color: #505050; }
  .json-schema-2020-12__constraint--string { background: #8a5a00; }
  .json-schema-2020-12 .renderedMarkdown p { color: #3b4151; }
`

const dark = `
  .opblock .opblock-section-header .try-out__btn.cancel { border-color: #ff9b9b; color: #ff9b9b; }
  .header-col { color: #d0d4da; }
  .opblock.opblock-deprecated .opblock-summary-method { background: #8a8d91; }
`

export const pageStyle = `
  body { margin: 0; }
  html.dark-mode { background: #1c2022; color-scheme: dark; }
  html:not(.dark-mode) .swagger-ui { ${light} }
  html.dark-mode .swagger-ui { ${dark} }
  .swagger-ui {
    .info { margin: 2rem 0 1rem; }
    .info p, .info li { line-height: 1.7; }
    .scheme-container { padding: 0 0 1rem; }
    .servers, .servers-title, .response-col_links { display: none; }
    .opblock.opblock-deprecated { opacity: 1; }
    .opblock-summary-path { overflow-wrap: anywhere; }
    .json-schema-2020-12, .response { overflow-wrap: anywhere; }
    .json-schema-2020-12 { max-width: 100%; }
    @media (max-width: 40rem) {
      .wrapper { padding: 0 .75rem; }
      .opblock-tag { flex-wrap: wrap; }
      .opblock-tag > small { flex-basis: 100%; order: 1; padding: 0; }
      .parameters-col_name { min-width: 7.5rem; width: auto; }
    }
  }
`
