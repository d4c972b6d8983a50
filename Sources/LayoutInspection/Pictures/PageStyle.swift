/// The style of the page of layouts, from 360 to 2,560 pixels wide, light and dark.
enum PageStyle {
  static let css = """
    :root{color-scheme:light dark;--back:#ffffff;--text:#1a1a1a;--faint:#595959;--line:#d4d4d4;--mark:#e8f2fb;--strong:#005a9c;--warn:#c00000}
    @media (prefers-color-scheme:dark){:root{--back:#161616;--text:#f0f0f0;--faint:#b0b0b0;--line:#3c3c3c;--mark:#1d3447;--strong:#7cc0f5;--warn:#ff8080}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--back);color:var(--text);font:15px/1.45 system-ui,"DejaVu Sans",sans-serif}
    code,.type,.at,.size,.place,.form{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.87em}
    .patterns{position:absolute}
    header{padding:12px 16px;border-bottom:1px solid var(--line)}
    h1{font-size:1.15rem;margin:0}header p{margin:2px 0 0;color:var(--faint);overflow-wrap:anywhere}
    .columns{display:grid;grid-template-columns:minmax(230px,320px) minmax(0,1fr)}
    nav{border-right:1px solid var(--line);position:sticky;top:0;height:100vh;display:flex;flex-direction:column;padding:12px}
    #search{width:100%;padding:7px 9px;font:inherit;color:inherit;background:var(--back);border:1px solid var(--faint);border-radius:5px}
    #found{margin:6px 2px;color:var(--faint);font-size:.87em;min-height:1.3em}
    #types{list-style:none;margin:0;padding:0;overflow-y:auto;flex:1}
    #types a{display:flex;flex-wrap:wrap;gap:2px 8px;align-items:baseline;padding:5px 8px;border-radius:5px;color:inherit;text-decoration:none;border-left:3px solid transparent}
    #types a .type{flex:1 1 auto;overflow-wrap:anywhere}#types a:hover{background:var(--mark)}
    #types a[aria-current]{background:var(--mark);border-left-color:var(--strong)}
    #types .size{color:var(--faint)}
    .badge{font-size:.75em;color:var(--faint);border:1px solid var(--line);border-radius:8px;padding:0 6px}
    .badge.different,.mark{color:var(--warn);font-weight:bold}
    :focus-visible{outline:2px solid var(--strong);outline-offset:1px}
    main{padding:12px 20px 40px;min-width:0}main:focus{outline:none}
    h2{font:bold 1.25rem ui-monospace,"DejaVu Sans Mono",monospace;margin:4px 0;overflow-wrap:anywhere}
    h3{font-size:1rem;margin:12px 0 2px;overflow-wrap:anywhere}
    .facts{margin:4px 0 12px;color:var(--faint);overflow-wrap:anywhere}.facts strong,.facts code{color:var(--text)}
    .sides{display:flex;flex-wrap:wrap;gap:12px 40px}.side{flex:1 1 640px;min-width:0}
    .body{display:flex;flex-wrap:wrap;gap:16px 28px;align-items:flex-start}
    figure{margin:0;flex:1 1 560px;max-width:860px;min-width:0}
    figure svg{display:block;width:100%;height:auto}figure .narrow{display:none}
    .table{flex:1 1 460px;min-width:0;overflow-x:auto}
    table{border-collapse:collapse;width:100%}
    th{text-align:left;color:var(--faint);font-weight:normal;font-size:.87em;position:sticky;top:0;background:var(--back)}
    th,td{padding:3px 8px;border-bottom:1px solid var(--line);vertical-align:top}
    .no,.at,td.size{text-align:right;white-space:nowrap}.no{color:var(--faint)}.no svg{margin-right:6px;vertical-align:-2px}
    .member,.key,.note{overflow-wrap:anywhere}.indent{display:inline-block}
    .gap td,.form,.advice,em{color:var(--faint)}
    tr.on td,tbody tr:hover td{background:var(--mark)}
    .cell{cursor:default}.cell.on rect:first-of-type{stroke:var(--text);stroke-width:2.5}
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:4px 18px;padding:0;margin:20px 0 4px;color:var(--faint)}
    .legend svg{margin-right:6px;vertical-align:-2px}.order{color:var(--faint);margin:0}
    @media (max-width:820px){.columns{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}
    #types{max-height:30vh}main{padding:10px 12px 40px}
    thead{display:none}tr{display:grid;grid-template-columns:auto auto auto 1fr;border-bottom:1px solid var(--line);padding:4px 0}
    td{border:0;padding:1px 6px}.member,.key,.note{grid-column:1/-1}td:empty{display:none}.gap .member{grid-column:4}}
    @media (max-width:600px){figure .wide{display:none}figure .narrow{display:block}figure,.table,.side{flex-basis:100%}}
    """
}
