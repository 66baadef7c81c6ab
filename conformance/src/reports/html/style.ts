/** The look of the page. Data only. */

export const style = `
:root { color-scheme: light dark; --line: #8886; --soft: #8881; --FAIL: #c0392b; --ERROR: #a93226; --WARN: #b9770e;
  --INCONCLUSIVE: #7d6608; --PASS: #1e8449; --RECORDED: #2471a3; --DISABLED: #707b7c; --none: #909497; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; }
td, th { border-bottom: 1px solid var(--line); padding: .35rem .5rem; vertical-align: top; }
pre { background: var(--soft); overflow-x: auto; padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
details > summary { cursor: pointer; }
small, .clause { opacity: .8; }
.chip { border-radius: .25rem; color: #fff; display: inline-block; font-size: .8rem; padding: 0 .4rem; text-decoration: none; }
.FAIL, .failure { background: var(--FAIL); } .ERROR { background: var(--ERROR); } .WARN { background: var(--WARN); }
.INCONCLUSIVE, .partial { background: var(--INCONCLUSIVE); } .PASS, .success { background: var(--PASS); }
.RECORDED { background: var(--RECORDED); } .DISABLED, .disabled { background: var(--DISABLED); }
.untested, .not-run { background: var(--none); }
.filters label { margin-right: 1rem; }
body:has(#open:checked) tr[data-status="PASS"], body:has(#open:checked) tr[data-status="RECORDED"] { display: none; }
body:has(#raced:checked) tbody.checks tr:not([data-raced]) { display: none; }
.lanes { max-width: 58rem; width: 100%; font: 11px ui-monospace, monospace; }
.lanes text { fill: currentColor; } .lanes line { stroke: var(--line); }
.lanes .s2 { fill: var(--PASS); } .lanes .s3 { fill: var(--RECORDED); } .lanes .s4 { fill: var(--WARN); } .lanes .s5 { fill: var(--FAIL); }
`
