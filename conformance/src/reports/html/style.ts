/** The look of the page. Data only. */

export const style = `
:root { color-scheme: light dark; --paper: light-dark(#fff, #121212); --ink: light-dark(#1a1a1a, #ececec);
  --faint: light-dark(#555, #b0b0b0); --soft: light-dark(#f4f4f4, #1f1f1f); --line: light-dark(#d0d0d0, #444);
  --link: light-dark(#0b57d0, #8ab4f8); --FAIL: #c0392b; --ERROR: #a93226; --WARN: #8f5a00; --INCONCLUSIVE: #7d6608;
  --PASS: #1e8449; --RECORDED: #2471a3; --DISABLED: #5d6668; --none: #6b7073; }
* { box-sizing: border-box; }
body { background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto;
  max-width: 80rem; overflow-wrap: break-word; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; } h3 { display: inline; font-size: 1rem; }
p { margin: 0 0 .4rem; } a { color: var(--link); } h3 a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; } :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre, dd { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre, dd { background: var(--soft); border-radius: .25rem; margin: 0 0 .4rem; padding: .4rem .6rem; white-space: pre-wrap; }
.command { border-left: 3px solid var(--RECORDED); cursor: copy; user-select: all; }
.answer { color: var(--faint); }
.aside, .notes, dt { color: var(--faint); font-size: .85rem; }
.said { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
.chip { border-radius: .25rem; color: #fff; display: inline-block; font-size: .8rem; line-height: 1.5; padding: 0 .4rem;
  position: relative; text-decoration: none; white-space: nowrap; }
.FAIL, .failure.chip { background: var(--FAIL); } .ERROR { background: var(--ERROR); } .WARN { background: var(--WARN); }
.INCONCLUSIVE, .partial { background: var(--INCONCLUSIVE); } .PASS, .success { background: var(--PASS); }
.RECORDED { background: var(--RECORDED); } .DISABLED, .disabled { background: var(--DISABLED); }
.untested, .not-run { background: var(--none); }
.row { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; list-style: none; padding: 0; }
.list { list-style: none; padding: 0; } .list li { margin: .25rem 0; } .list .aside { display: block; } .notes { margin: 0; padding-left: 1.1rem; }
.filters { border: 0; display: flex; flex-wrap: wrap; gap: .4rem 1rem; margin: 1.5rem 0 0; padding: 0; }
.filters legend { float: left; font-weight: 600; padding: 0; }
article { border-top: 1px solid var(--line); display: grid; gap: .2rem 1.2rem; grid-template-columns: 11.5rem 13rem minmax(0, 1fr);
  padding: .6rem 0; scroll-margin-top: 1rem; }
article:target { display: grid !important; outline: 2px solid var(--link); outline-offset: 4px; }
details > summary { cursor: pointer; margin: .2rem 0; } .failure > summary { font-weight: 600; }
dl { margin: .4rem 0; } .steps { margin: .4rem 0; padding-left: 2rem; } .mark { color: var(--faint); } .here { font-weight: 600; }
table { border-collapse: collapse; width: 100%; } th { font-weight: inherit; text-align: left; } thead th { font-weight: 600; }
td, th { border-bottom: 1px solid var(--line); padding: .35rem .5rem; vertical-align: top; } td .chip { margin: .1rem 0; } td:nth-child(2) { white-space: nowrap; }
.lanes { font-size: .8rem; list-style: none; margin: .4rem 0 0; padding: 0; }
.lanes li, .scale { column-gap: .6rem; display: grid; grid-template-columns: minmax(0, 27rem) minmax(8rem, 1fr); }
.lanes code { font-size: .75rem; } .who { text-align: right; }
.track { align-items: center; border-left: 1px solid var(--line); display: flex; gap: .3rem; padding-right: 2.5rem; position: relative; white-space: nowrap; }
.bar { background: var(--none); border-radius: 2px; flex: none; height: .75rem; min-width: 2px; }
.bar.s2 { background: var(--PASS); } .bar.s3 { background: var(--RECORDED); } .bar.s4 { background: var(--WARN); } .bar.s5 { background: var(--FAIL); }
.scale { color: var(--faint); font-size: .75rem; } .scale span { grid-column: 2; grid-row: 1; } .scale span + span { padding-right: 2.5rem; text-align: right; }
.nothing { display: none; }
body:has(#open:checked) article:is([data-status="PASS"], [data-status="RECORDED"]), body:has(#raced:checked) article:not([data-raced]) { display: none; }
body:has(#open:checked) [data-well] .nothing, body:has(#raced:checked) [data-raceless] .nothing { display: block; }
@media (max-width: 60rem) { article { grid-template-columns: minmax(0, 1fr); }
  .lanes li { grid-template-columns: minmax(0, 1fr); margin-bottom: .3rem; } .who { text-align: left; } .scale { grid-template-columns: 0 minmax(0, 1fr); column-gap: 0; } }
@media (max-width: 40rem) { table { table-layout: fixed; } thead th:nth-child(2) { width: 5.2rem; } thead th:nth-child(3) { width: 7.6rem; } }
`
