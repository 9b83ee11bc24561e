// Writes the properties of the router that Remix makes for each page as values. why: as getters they are functions of their
// own for each page, which V8 keeps, with all data of the page, until it collects everything.
import { readFileSync, writeFileSync } from "node:fs";

const file = "build/index.js";
const text = readFileSync(file, "utf8");

/** The end of what begins with a brace, which holds no brace in a string. */
const endOf = (text, start) => {
	let depth = 0;
	for (let at = start; at < text.length; at++) {
		if (text[at] === "{") depth += 1;
		if (text[at] === "}") depth -= 1;
		if (depth === 0) return at + 1;
	}
	throw new Error("A brace of Remix's static router has no end");
};

const names = ["basename", "future", "state", "routes", "window"];
const first = /\{get basename\(\)\{return \w+\.basename\},get future\(\)\{/g;
const found = [...text.matchAll(first)];
if (found.length !== 1) throw new Error("Remix makes its static router otherwise than thought");

let at = found[0].index + 1;
let values = "";
for (const name of names) {
	const head = `get ${name}()`;
	if (!text.startsWith(head, at)) throw new Error(`The static router has its ${name} elsewhere than thought`);
	const end = endOf(text, at + head.length);
	const body = text.slice(at + head.length + 1, end - 1);
	const value = body === "" ? "void 0" : body.replace(/^return ?/, "");
	values += `${name}:${value},`;
	// why one more: the comma after it.
	at = end + 1;
}

writeFileSync(file, text.slice(0, found[0].index + 1) + values + text.slice(at));
