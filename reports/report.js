"use strict";
// Filters, pages, keys and the theme. The page is readable without any of it: what needs the script is hidden.
(() => {
  const FINDINGS_A_PAGE = 50;
  const ROWS_A_PAGE = 100;
  const MOST_CHIPS = 8;
  const THEMES = ["auto", "light", "dark"];

  const element = (id) => document.getElementById(id);
  const say = (text) => { element("said").textContent = text; };
  const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

  async function unpacked(id) {
    const packed = Uint8Array.from(atob(element(`payload-${id}`).textContent), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  // Filters: words that must all be met, "-" excludes, "key:value" looks at one property only.

  function tokens(query) {
    const found = query.matchAll(/(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi);
    return [...found].map(([, minus, key, quoted, word]) => ({
      not: minus === "-", key: (key || "").toLowerCase(), value: (quoted ?? word).toLowerCase(),
    }));
  }

  function compared(number, value) {
    const [, sign, wanted] = value.match(/^(>=|<=|>|<|=)?(\d+)$/) || [];
    if (wanted === undefined) return false;
    const than = Number(wanted);
    return { ">": number > than, "<": number < than, ">=": number >= than, "<=": number <= than }[sign]
      ?? number === than;
  }

  function meets(entry, wanted) {
    return wanted.every(({ not, key, value }) => {
      const property = key ? (Object.hasOwn(entry, key) ? entry[key] : undefined) : entry.text;
      if (property === undefined) return KEYS.has(key) || not;
      const met = typeof property === "number" ? compared(property, value)
        : [property].flat().some((text) => text.toLowerCase().includes(value));
      return met !== not;
    });
  }

  // A token that only the other list knows leaves this one as it is; one that neither knows is met by nothing.
  const KEYS = new Set(["status", "cause", "id", "known", "verdict", "answer", "number", "size"]);

  const filter = element("filter");
  const query = () => (filter ? filter.value.trim() : "");

  // Lists in pages

  function pager(nav, turn) {
    const button = (label, step) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = label;
      made.addEventListener("click", () => turn(step));
      return made;
    };
    const where = document.createElement("span");
    const [back, on] = [button("Previous page", -1), button("Next page", 1)];
    nav.append(back, where, on);
    return (page, pages) => {
      nav.hidden = pages < 2;
      where.textContent = `Page ${page + 1} of ${pages}`;
      back.disabled = page === 0;
      on.disabled = page >= pages - 1;
    };
  }

  const findings = {
    index: [], matches: [], page: 0, current: -1, articles: new Map(), packets: new Map(), turn: 0,

    async start() {
      const list = element("list");
      if (!list) return;
      [...list.children].forEach((article, place) => this.articles.set(place, article));
      this.static = this.articles.size;
      this.index = await unpacked("index");
      this.draw = pager(element("pages-of-findings"), (step) => {
        this.current = -1;
        return this.show(this.page + step, true);
      });
      chips(this.index);
      document.querySelectorAll(".noscript").forEach((note) => { note.hidden = true; });
    },

    async article(place) {
      if (!this.articles.has(place)) {
        const packet = Math.floor(place / this.static);
        if (!this.packets.has(packet)) this.packets.set(packet, unpacked(`packet-${packet}`));
        const template = document.createElement("template");
        template.innerHTML = (await this.packets.get(packet))[place % this.static];
        const made = template.content.querySelector("article");
        made.querySelectorAll(".copy").forEach((button) => { button.hidden = false; });
        this.articles.set(place, made);
      }
      return this.articles.get(place);
    },

    filter(wanted) {
      if (!this.draw) return Promise.resolve();
      this.matches = this.index.flatMap((entry, place) => (meets(entry, wanted) ? [place] : []));
      this.current = -1;
      const shown = counted(this.matches.length, "cause");
      element("count").textContent = `${shown} of ${this.index.length.toLocaleString("en")}`;
      element("nothing").hidden = this.matches.length > 0;
      return this.show(0);
    },

    async show(page, scroll = false) {
      const turn = ++this.turn;
      this.page = page;
      const first = page * FINDINGS_A_PAGE;
      const places = this.matches.slice(first, first + FINDINGS_A_PAGE);
      const articles = await Promise.all(places.map((place) => this.article(place)));
      if (turn !== this.turn) return;
      element("list").replaceChildren(...articles);
      this.draw(page, Math.max(1, Math.ceil(this.matches.length / FINDINGS_A_PAGE)));
      if (scroll) element("findings").scrollIntoView();
    },

    /** Go to a finding by the name of its element, whatever page it is on, and give up a filter that hides it. */
    async go(anchor) {
      const place = this.index.findIndex((entry) => entry.anchors.includes(anchor));
      if (place < 0) return false;
      if (!this.matches.includes(place)) {
        filter.value = "";
        await apply();
      }
      await this.at(this.matches.indexOf(place));
      const inside = element(anchor);
      inside?.closest("details")?.setAttribute("open", "");
      inside?.scrollIntoView();
      return true;
    },

    async at(position) {
      if (position < 0 || position >= this.matches.length) return;
      this.current = position;
      const page = Math.floor(position / FINDINGS_A_PAGE);
      if (page !== this.page) await this.show(page);
      document.querySelectorAll("article.current").forEach((one) => one.classList.remove("current"));
      const article = await this.article(this.matches[position]);
      article.classList.add("current");
      article.focus({ preventScroll: true });
      article.scrollIntoView();
    },

    async move(step) {
      const next = this.current < 0 ? this.first(step) : this.current + step;
      if (next < 0 || next >= this.matches.length) return say(step > 0 ? "last finding" : "first finding");
      await this.at(next);
      address(`#${this.index[this.matches[next]].anchors[0]}`);
    },

    /** Where nothing was chosen yet: the finding at the top of the window, or the next one. */
    first(step) {
      const shown = [...element("list").children];
      const below = shown.findIndex((article) => article.getBoundingClientRect().bottom > 80);
      const near = this.page * FINDINGS_A_PAGE + (below < 0 ? shown.length - 1 : below);
      const started = shown[below]?.getBoundingClientRect().top < 0;
      return started ? near + step : near - (step < 0 ? 1 : 0);
    },

    async copy() {
      const position = this.current < 0 ? Math.max(0, this.first(1)) : this.current;
      if (!this.matches.length) return;
      const article = await this.article(this.matches[Math.min(position, this.matches.length - 1)]);
      await copied(article.querySelector(".command .copy"));
    },
  };

  const rows = {
    columns: [], matches: [], page: 0, current: -1, total: 0,

    async start() {
      if (!element("rows")) return;
      this.columns = await unpacked("instances");
      this.total = this.columns.reduce((sum, one) => sum + one.number.length, 0);
      this.draw = pager(element("pages-of-instances"), (step) => this.show(this.page + step));
      element("rows").hidden = false;
    },

    entry(columns, place) {
      const text = (column) => columns[column].texts[columns[column].places[place]];
      const differences = text("differences");
      const said = differences ? differences.split(", ") : [];
      const kinds = said.map((one) => one.split(" ")[0]);
      const accused = said.map((one) => one.slice(one.indexOf(" ") + 1));
      const [stratum, answer, verdict] = ["stratum", "answer", "verdict"].map(text);
      return {
        problem: columns.problem, number: columns.number[place], size: columns.size[place], stratum, answer,
        verdict, differences, kind: kinds, party: accused, accused, text: [stratum, answer, differences],
      };
    },

    filter(wanted) {
      if (!this.draw) return;
      this.matches = [];
      for (const columns of this.columns) {
        for (let place = 0; place < columns.number.length; place += 1) {
          if (!wanted.length || meets(this.entry(columns, place), wanted)) this.matches.push([columns, place]);
        }
      }
      this.current = -1;
      const shown = counted(this.matches.length, "instance");
      element("row-count").textContent = `${shown} of ${this.total.toLocaleString("en")}`;
      this.show(0);
    },

    show(page) {
      this.page = page;
      const some = this.matches.slice(page * ROWS_A_PAGE, (page + 1) * ROWS_A_PAGE);
      element("row-list").replaceChildren(...some.map(([columns, place]) => this.row(this.entry(columns, place))));
      this.draw(page, Math.max(1, Math.ceil(this.matches.length / ROWS_A_PAGE)));
    },

    row(entry) {
      const made = document.createElement("tr");
      made.tabIndex = -1;
      made.className = entry.verdict;
      for (const name of ["problem", "number", "stratum", "size", "answer", "verdict", "differences"]) {
        const cell = document.createElement("td");
        if (typeof entry[name] === "number") cell.className = "number";
        cell.textContent = typeof entry[name] === "number" ? entry[name].toLocaleString("en") : entry[name];
        made.append(cell);
      }
      return made;
    },

    move(step) {
      const next = this.current < 0 ? this.page * ROWS_A_PAGE : this.current + step;
      if (next < 0 || next >= this.matches.length) return say(step > 0 ? "last instance" : "first instance");
      this.current = next;
      const page = Math.floor(next / ROWS_A_PAGE);
      if (page !== this.page) this.show(page);
      const shown = element("row-list").children[next - page * ROWS_A_PAGE];
      document.querySelectorAll("tr.current").forEach((one) => one.classList.remove("current"));
      shown.classList.add("current");
      shown.focus({ preventScroll: true });
      shown.scrollIntoView({ block: "center" });
    },
  };

  /** Buttons for the most frequent values; each puts its token into the filter, or takes it out. */
  function chips(index) {
    for (const key of ["problem", "kind", "accused", "status"]) {
      const counts = new Map();
      for (const value of index.flatMap((entry) => [...new Set(entry[key])])) {
        counts.set(value, (counts.get(value) || 0) + 1);
      }
      const most = [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST_CHIPS);
      for (const [value, count] of most.filter(([one]) => !/["\n]/.test(one))) {
        const token = `${key}:${/\s/.test(value) ? `"${value}"` : value}`;
        const chip = document.createElement("button");
        chip.type = "button";
        chip.dataset.token = token;
        chip.setAttribute("aria-pressed", "false");
        chip.textContent = `${value.length > 40 ? `${value.slice(0, 39)}…` : value} ${count}`;
        chip.title = token;
        chip.addEventListener("click", () => {
          const words = split(filter.value);
          const without = words.filter((word) => word !== token);
          filter.value = (without.length < words.length ? without : [...words, token]).join(" ");
          changed();
        });
        element("chips").append(chip);
      }
    }
  }

  const split = (text) => text.match(/(?:[^\s"]|"[^"]*")+/g) || [];

  /** Show where one is in the address, where the browser lets a page do so. */
  function address(text) {
    try { history.replaceState(null, "", text); } catch { /* a frame without an address of its own */ }
  }

  async function apply() {
    const wanted = tokens(query());
    const words = split(query());
    document.querySelectorAll("#chips button").forEach((chip) => {
      chip.setAttribute("aria-pressed", String(words.includes(chip.dataset.token)));
    });
    rows.filter(wanted);
    await findings.filter(wanted);
  }

  function changed() {
    const hash = query() ? `#q=${encodeURIComponent(query())}` : location.pathname + location.search;
    address(hash);
    return apply();
  }

  async function follow() {
    const wanted = new URLSearchParams(location.hash.slice(1)).get("q");
    if (wanted !== null && filter) {
      filter.value = wanted;
      await apply();
      element("tools").scrollIntoView();
    } else if (location.hash.startsWith("#finding-")) {
      if (await findings.go(location.hash.slice(1))) return;
      element("count").textContent = "no such finding in this report";
    }
  }

  // Copying: without a clipboard the text is selected, so that it can be copied by hand.

  async function copied(button) {
    const source = button.parentElement.querySelector("code");
    try {
      const { typed } = button.dataset;
      await navigator.clipboard.writeText(typed ? decodeURIComponent(typed) : source.textContent);
      say("copied");
    } catch {
      getSelection().selectAllChildren(source);
      say(document.execCommand("copy") ? "copied" : "selected, not copied");
    }
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), 1500);
  }

  // The theme: automatic unless chosen; remembered where the browser allows it.

  function setTheme(theme) {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    element("theme").textContent = `Theme: ${theme}`;
    try { localStorage.setItem("doublecount-theme", theme); } catch { /* not remembered */ }
  }

  function nextTheme() {
    const now = document.documentElement.dataset.theme || "auto";
    setTheme(THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]);
  }

  function rememberedTheme() {
    try { return localStorage.getItem("doublecount-theme"); } catch { return null; }
  }

  // Keys; each has a button that does the same.

  const moves = {
    "next-finding": () => findings.draw && findings.move(1),
    "previous-finding": () => findings.draw && findings.move(-1),
    "next-row": () => rows.draw && rows.move(1),
    "previous-row": () => rows.draw && rows.move(-1),
    copy: () => findings.draw && findings.copy(),
    filter: () => filter?.focus(),
    help: () => element("help").showModal(),
  };
  const keys = {
    n: "next-finding", p: "previous-finding", j: "next-row", k: "previous-row", c: "copy", "/": "filter", "?": "help",
  };

  function pressed(event) {
    if (event.target === filter && event.key === "Escape") return filter.blur();
    const typing = event.target.closest("input, textarea, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return undefined;
    event.preventDefault();
    return moves[keys[event.key]]();
  }

  function listen() {
    document.addEventListener("keydown", pressed);
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button?.classList.contains("copy")) copied(button);
      else if (button?.dataset.move) moves[button.dataset.move]();
    });
    let waiting;
    filter?.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(changed, 120); });
    addEventListener("hashchange", follow);
    addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
    element("theme").addEventListener("click", nextTheme);
    element("clear")?.addEventListener("click", () => { filter.value = ""; changed(); });
    element("help-button").addEventListener("click", moves.help);
    element("help-close").addEventListener("click", () => element("help").close());
  }

  async function start() {
    const remembered = rememberedTheme();
    setTheme(THEMES.includes(remembered) ? remembered : "auto");
    document.querySelectorAll(".switches, .copy").forEach((one) => { one.hidden = false; });
    listen();
    await Promise.all([findings.start(), rows.start()]);
    if (element("tools")) element("tools").hidden = false;
    await apply();
    await follow();
    document.documentElement.dataset.ready = "yes";
  }

  start();
})();
