// Gives each icon a file of its own. The compiler writes the icons of all screens into one file, as they are all imported from one
// module; most of them are of no use to a page, and pack-modules.mjs, which comes next, can only leave out whole files.
import { globSync, readFileSync, writeFileSync } from "node:fs";

const read = (file) => readFileSync(file, "utf8");
const [file, ...others] = globSync("public/build/_shared/*.js").filter((one) => read(one).includes("[lucide]"));
const text = read(file);
const urlOf = (one) => one.slice("public".length);

const iconPattern = /var ([\w$]+)=(\{name:"([\w-]+)",size:24,node:.*?\});\1\.node;var ([\w$]+)=([\w$]+)\(\1\);/g;
/** Both names of what is exported or imported: `a as b`, or `a` for both. */
const namesOf = (list) => list.split(",").map((one) => [one.split(" as ")[0], one.split(" as ").at(-1)]);
const [exported, list] = /export\{([^}]+)\};/.exec(text);
const exportedAs = new Map(namesOf(list));

/** The file of each icon, by the name under which the compiler's file exports it. */
const iconFiles = new Map();
let makesIcon;
const rest = text.replace(exported, "").replaceAll(iconPattern, (_, __, data, name, local, make) => {
	makesIcon = make;
	const of = file.replace(/[^/]+$/, `icon-${name}.js`);
	iconFiles.set(exportedAs.get(local), of);
	// why without keys: React needs them of children that change places, as the lines of an icon never do.
	const withoutKeys = data.replaceAll(/,key:"\w+"\}/g, "}");
	writeFileSync(of, `import{e}from"${urlOf(file)}";var i=e(${withoutKeys});export{i as a};`);
	return "";
});
if (others.length > 0 || iconFiles.size !== exportedAs.size)
	throw new Error("The icons are written otherwise than thought");
writeFileSync(file, `${rest}export{${makesIcon} as e};`);

const importPattern = new RegExp(`import\\{([^}]+)\\}from"${urlOf(file)}"`, "g");
const importsOf = (names) =>
	namesOf(names)
		.map(([name, local]) => `import{a as ${local}}from"${urlOf(iconFiles.get(name))}"`)
		.join(";");
const icons = new Set(iconFiles.values());
for (const one of globSync("public/build/**/*.js"))
	if (!icons.has(one))
		writeFileSync(
			one,
			read(one).replaceAll(importPattern, (_, names) => importsOf(names)),
		);
