import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url).pathname;
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** The READMEs of the repository. */
const readmes = [
	"README.md",
	...globSync("{app,worker,durable-objects,tests}/**/README.md", { cwd: root }),
	...globSync(".github/*.md", { cwd: root }),
];

test("the README has fewer than 200 lines, so that it is read", () => {
	expect(read("README.md").trimEnd().split("\n").length).toBeLessThan(200);
});

test("every place that 'Where is …?' and the map name exists", () => {
	const text = read("README.md");
	const map = text.slice(text.indexOf("## The map"), text.indexOf("Docstrings cite"));
	const paths = [...map.matchAll(/`((?:app|worker|durable-objects|tests)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
	expect(paths.length).toBeGreaterThan(25);
	expect(paths.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

test("every link of a README leads to a file", () => {
	expect(readmes.length).toBeGreaterThan(20);
	const broken = readmes.flatMap((readme) => {
		const folder = new URL(readme, `file://${root}`);
		return [...read(readme).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
			.map(([, link = ""]) => link)
			.filter((link) => !existsSync(new URL(link, folder)))
			.map((link) => `${readme}: ${link}`);
	});
	expect(broken).toEqual([]);
});

test("every decision says when it was made, by itself or in the heading above it", () => {
	const date = /\d{4}-\d{2}-\d{2}/;
	// why not its figures: they say in their own table when they were measured.
	const undated = readmes
		.filter((path) => path !== "tests/bench/README.md")
		.flatMap((path) => {
			let heading = "";
			return read(path)
				.split(/^(?=- \*\*|#+ |Decisions)/m)
				.flatMap((part) => {
					if (!part.startsWith("- **")) heading = part;
					const isDated = !part.startsWith("- **") || date.test(heading) || date.test(part);
					return isDated ? [] : [`${path}: ${part.slice(4, 64)}`];
				});
		});
	expect(undated).toEqual([]);
});
