"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const make = (tag, text, attributes) => {
    const node = document.createElement(tag);
    if (text !== undefined && text !== null) node.textContent = text;
    for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
    return node;
  };
  const number = (value) => value.toLocaleString("en-US");
  const paths = (count) => number(count) + (count === 1 ? " path" : " paths");

  // --- light and dark
  const theme = $("theme");
  const isDark = () => {
    const given = document.documentElement.dataset.theme;
    return given ? given === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  const nameTheme = () => {
    theme.textContent = isDark() ? "Light" : "Dark";
    theme.setAttribute("aria-label", "Switch to " + (isDark() ? "light" : "dark") + " colours");
    theme.setAttribute("aria-pressed", String(isDark()));
  };
  theme.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    nameTheme();
  });
  nameTheme();

  // --- the section that is in view
  const links = [...document.querySelectorAll(".top nav a")];
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      for (const link of links) {
        if (link.hash === "#" + entry.target.id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    }
  }, { rootMargin: "-20% 0px -70% 0px" });
  document.querySelectorAll("main > section[id]").forEach((section) => watcher.observe(section));

  // --- a link into a closed file opens it
  const reveal = () => {
    const target = location.hash.length > 1 && $(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    target.hidden = false;
    for (let node = target.parentElement; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
    if (target.tagName === "TR") target.scrollIntoView({ block: "center" });
  };
  addEventListener("hashchange", reveal);
  reveal();
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((each) => { each.open = true; }));

  // --- commands
  document.querySelectorAll(".copy").forEach((button) => button.addEventListener("click", async () => {
    const code = button.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch (error) {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  }));

  // --- findings
  const kind = $("finding-kind"), contract = $("finding-contract");
  const filterFindings = () => {
    let shown = 0;
    const all = document.querySelectorAll("#findings .finding");
    for (const each of all) {
      each.hidden = (kind.value && each.dataset.kind !== kind.value) || (contract.value && each.dataset.contract !== contract.value);
      if (!each.hidden) shown += 1;
    }
    $("finding-count").textContent = shown + " of " + all.length + " shown";
  };
  if (kind) { [kind, contract].forEach((each) => each.addEventListener("change", filterFindings)); filterFindings(); }

  // --- source
  const lines = $("source-filter");
  if (lines) {
    lines.addEventListener("change", () => {
      for (const row of document.querySelectorAll(".source tbody tr")) {
        const { classList } = row;
        const wanted = lines.value === "missed" ? classList.contains("missed") || classList.contains("partial") : classList.contains("noted");
        row.hidden = lines.value !== "" && !wanted;
      }
    });
    let current = -1;
    const go = (step) => {
      const notes = [...document.querySelectorAll(".source tr")].filter((row) => row.querySelector(".note") && row.querySelector(".note").textContent.trim() && !row.hidden);
      if (!notes.length) return;
      current = (current + step + notes.length) % notes.length;
      location.hash = notes[current].id;
    };
    $("next-note").addEventListener("click", () => go(1));
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      if (event.key === "n") go(1);
      if (event.key === "p") go(-1);
      if (event.key === "/" && $("test-filter")) { event.preventDefault(); $("test-filter").focus(); }
    });
  }

  // --- paths
  const data = $("paths-data");
  if (!data) return;
  const runs = JSON.parse(data.textContent).map((run) => {
    let before = [];
    const full = run.paths.map(([shared, ...rest]) => (before = before.slice(0, shared).concat(rest)));
    return { ...run, full };
  });
  const nameOf = (run, index) => run.names ? run.names[index] : "test" + String(index + 1).padStart(6, "0");
  const outcomeOf = (run, index) => run.outcomes[run.rows[index][1]];
  const isFaulty = (run, index) => run.faulty[run.rows[index][1]] === 1;

  // A node: a decision, its paths are those from `first` of the list `order`; children are made when they are looked at.
  const rootOf = (run) => {
    const order = run.full.map((_, index) => index).sort((a, b) => {
      const one = run.full[a], other = run.full[b];
      for (let at = 0; at < one.length && at < other.length; at += 1) if (one[at] !== other[at]) return one[at] - other[at];
      return one.length - other.length || a - b;
    });
    const faults = new Uint32Array(order.length + 1);
    order.forEach((index, at) => { faults[at + 1] = faults[at] + (isFaulty(run, index) ? 1 : 0); });
    return { run, order, faults, label: null, depth: 0, first: 0, end: order.length, parent: null, children: null };
  };
  const faultsOf = (node) => node.faults[node.end] - node.faults[node.first];
  const childrenOf = (node) => {
    if (node.children) return node.children;
    node.children = [];
    const { run, order, depth } = node;
    let at = node.first;
    while (at < node.end) {
      const label = run.full[order[at]][depth];
      let low = at, high = node.end;
      while (low + 1 < high) {  // the paths are sorted: look for the end of those with this label
        const middle = (low + high) >> 1;
        if (run.full[order[middle]][depth] === label) low = middle; else high = middle;
      }
      if (label !== undefined) node.children.push({ ...node, label, depth: depth + 1, first: at, end: high, parent: node, children: null });
      at = high;
    }
    return node.children;
  };
  const endsOf = (node) => {
    const found = [];
    for (let at = node.first; at < node.end && node.run.full[node.order[at]].length === node.depth; at += 1) found.push(node.order[at]);
    return found;
  };
  const textOf = (node) => node.label === null ? "start" : node.run.labels[node.label];
  const lineOf = (label) => label.slice(0, -1);
  // Sides of the next decision that no kept path takes, and what is known about that.
  const missingOf = (node) => {
    const labels = childrenOf(node).map(textOf);
    const found = [];
    for (const label of labels) {
      const other = lineOf(label) + (label.endsWith("T") ? "F" : "T");
      if (!labels.includes(other) && !found.some((each) => each.label === other)) found.push({ label: other, cuts: node.run.cuts[lineOf(label)] || [] });
    }
    return found;
  };

  const SVG = "http://www.w3.org/2000/svg", WIDTH = 1000, ROW = 22, ROWS = 18, LEAST = 2;
  const draw = (top) => {
    const svg = document.createElementNS(SVG, "svg");
    const total = top.end - top.first || 1;
    let deepest = 1;
    const box = (node, name, style, depth, first, end, title) => {
      const x = WIDTH * (first - top.first) / total, width = WIDTH * (end - first) / total;
      if (width < LEAST) return;
      deepest = Math.max(deepest, depth + 1);
      const rect = document.createElementNS(SVG, "rect");
      for (const [key, value] of Object.entries({ x, y: depth * ROW, width, height: ROW, class: style })) rect.setAttribute(key, value);
      const told = document.createElementNS(SVG, "title");
      told.textContent = title;
      rect.append(told);
      if (node) rect.addEventListener("click", () => show(node === top && node.parent ? node.parent : node));
      svg.append(rect);
      if (width > 8 * name.length) {
        const text = document.createElementNS(SVG, "text");
        text.setAttribute("x", x + 5);
        text.setAttribute("y", depth * ROW + 15);
        text.textContent = name;
        svg.append(text);
      }
      if (node && missingOf(node).some((each) => each.cuts.length)) {
        const mark = document.createElementNS(SVG, "path");
        mark.setAttribute("class", "cut");
        mark.setAttribute("d", "M" + (x + 1) + " " + (depth * ROW + ROW - 2) + "h" + Math.max(1, width - 2));
        svg.append(mark);
      }
    };
    let level = [top];
    for (let depth = 0; depth < ROWS && level.length; depth += 1) {
      const next = [];
      for (const node of level) {
        const bad = faultsOf(node), count = node.end - node.first, name = textOf(node);
        const style = node.label === null ? "nroot" : name.endsWith("T") ? "nt" : "nf";
        box(node, name, style, depth, node.first, node.end, name + ": " + paths(count) + (bad ? ", " + number(bad) + " faulty" : ""));
        if (WIDTH * count / total < LEAST) continue;
        next.push(...childrenOf(node));
        const ends = endsOf(node);
        if (ends.length) {
          const wrong = ends.filter((index) => isFaulty(node.run, index)).length;
          box(null, wrong ? "fault" : "end", wrong ? "bad" : "end", depth + 1, node.first, node.first + ends.length, paths(ends.length) + " end here: " + outcomeOf(node.run, ends[0]));
        }
      }
      level = next;
    }
    svg.setAttribute("viewBox", "0 0 " + WIDTH + " " + deepest * ROW);
    return svg;
  };
  const tell = (node) => {
    const out = document.createDocumentFragment();
    const ends = endsOf(node), bad = faultsOf(node), count = node.end - node.first;
    const where = node.label === null ? "From the start" : "After " + textOf(node);
    out.append(make("p", where + ": " + paths(count) + (bad ? ", " + number(bad) + " faulty" : "") + "."));
    const table = make("table", null, { class: "plain-table" });
    const head = make("tr");
    ["next decision", "paths", "faulty", ""].forEach((text) => head.append(make("th", text, { scope: "col" })));
    const body = make("tbody");
    for (const child of childrenOf(node)) {
      const row = make("tr"), cell = make("td"), button = make("button", "line " + lineOf(textOf(child)) + " " + (textOf(child).endsWith("T") ? "true" : "false"), { type: "button", class: "plain zoom" });
      button.addEventListener("click", () => { show(child); const again = document.querySelector("#tree-told .zoom") || document.querySelector("#crumbs button:last-child"); if (again) again.focus(); });
      cell.append(button);
      row.append(cell, make("td", number(child.end - child.first), { class: "num" }), make("td", number(faultsOf(child)), { class: "num" }), make("td", ""));
      body.append(row);
    }
    for (const each of missingOf(node)) {
      const row = make("tr", null, { class: "quiet" });
      row.append(make("td", "line " + lineOf(each.label) + " " + (each.label.endsWith("T") ? "true" : "false")), make("td", "0", { class: "num" }), make("td", "0", { class: "num" }));
      row.append(make("td", each.cuts.length ? each.cuts.slice(0, 3).join("; ") : "no test that is kept takes this side here: it is impossible after these decisions, or was not tried"));
      body.append(row);
    }
    for (const index of ends.slice(0, 5)) {
      const row = make("tr");
      row.append(make("td", "ends: " + nameOf(node.run, index)), make("td", "1", { class: "num" }), make("td", isFaulty(node.run, index) ? "1" : "0", { class: "num" }), make("td", node.run.rows[index][0] + " → " + outcomeOf(node.run, index)));
      body.append(row);
    }
    if (ends.length > 5) { const row = make("tr"); row.append(make("td", "… " + number(ends.length - 5) + " more end here", { colspan: "4" })); body.append(row); }
    const top = make("thead");
    top.append(head);
    table.append(top, body);
    out.append(table);
    return out;
  };
  const show = (node) => {
    const crumbs = $("crumbs"), way = [];
    for (let each = node; each; each = each.parent) way.unshift(each);
    crumbs.replaceChildren();
    way.forEach((each, at) => {
      if (way.length > 16 && at > 1 && at < way.length - 12) { if (at === 2) crumbs.append("…"); return; }
      const button = make("button", textOf(each), { type: "button", class: "plain" });
      if (each === node) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => show(each));
      crumbs.append(button);
    });
    $("tree").replaceChildren(draw(node));
    $("tree-told").replaceChildren(tell(node));
  };
  const roots = new Map();
  const showRun = (index) => {
    if (!roots.has(index)) roots.set(index, rootOf(runs[index]));
    show(roots.get(index));
  };
  const treeRun = $("tree-run");
  if (treeRun) treeRun.addEventListener("change", () => showRun(Number(treeRun.value)));

  // --- tests
  const PAGE = 100;
  let at = 0, found = [];
  const testRun = $("test-run"), filter = $("test-filter"), faulty = $("test-faulty");
  const run = () => runs[testRun ? Number(testRun.value) : 0];
  const matches = (words, index) => {
    const each = run();
    const text = (nameOf(each, index) + " " + each.rows[index][0] + " " + outcomeOf(each, index)).toLowerCase();
    const sides = " " + each.full[index].map((label) => each.labels[label]).join(" ").toLowerCase() + " ";
    return words.every((word) => /^\d+[tf]$/.test(word) ? sides.includes(" " + word + " ") : text.includes(word));
  };
  const showTests = () => {
    const each = run(), rows = [];
    for (const index of found.slice(at, at + PAGE)) {
      const row = make("tr", null, { id: nameOf(each, index) });
      const path = each.full[index].map((label) => each.labels[label]);
      row.append(make("th", nameOf(each, index), { scope: "row" }));
      const inputs = make("td"), told = make("td", outcomeOf(each, index)), way = make("td");
      inputs.append(make("code", each.rows[index][0]));
      if (isFaulty(each, index)) told.replaceChildren(make("span", "fault", { class: "pill bad" }), " ", outcomeOf(each, index));
      way.append(make("code", path.length > 40 ? path.slice(0, 40).join(" ") + " … " + number(path.length) : path.join(" ")));
      row.append(inputs, told, way);
      rows.push(row);
    }
    document.querySelector("#test-table tbody").replaceChildren(...rows);
    $("test-count").textContent = number(found.length) + " of " + number(each.full.length) + " tests" + (each.left_out ? ", " + number(each.left_out) + " more in tests.json" : each.total > each.full.length ? " (of " + paths(each.total) + ")" : "");
    $("test-page").textContent = found.length ? number(at + 1) + "–" + number(Math.min(at + PAGE, found.length)) + " of " + number(found.length) : "nothing matches";
    $("test-back").disabled = at === 0;
    $("test-on").disabled = at + PAGE >= found.length;
  };
  const filterTests = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = [];
    run().full.forEach((_, index) => { if ((!faulty.checked || isFaulty(run(), index)) && matches(words, index)) found.push(index); });
    at = 0;
    showTests();
  };
  let waiting = 0;
  filter.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filterTests, 120); });
  faulty.addEventListener("change", filterTests);
  if (testRun) testRun.addEventListener("change", filterTests);
  $("test-back").addEventListener("click", () => { at = Math.max(0, at - PAGE); showTests(); });
  $("test-on").addEventListener("click", () => { at += PAGE; showTests(); });
  showRun(0);
  filterTests();
})();
