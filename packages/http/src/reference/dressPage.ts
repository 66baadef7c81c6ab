/** Turns the framework's page into ours: its own look, dark where it is asked for, and nothing else to load. */
import { pageScript } from "./pageScript.ts"
import { pageStyle } from "./pageStyle.ts"

/** In the page itself: browsers ask for one otherwise. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1d4ed8"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.5"/></svg>'
)}`

/** The page with what belongs into its head and what has to run before its start. */
export const dressPage = (page: string): string =>
  page
    .replace("</head>", () => `<link rel="icon" href="${icon}" />\n<style>${pageStyle}</style>\n</head>`)
    .replace(/<\/body>(?![\s\S]*<\/body>)/, () => `<script>${pageScript}</script>\n</body>`)
