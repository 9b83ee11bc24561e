// Lets plain Node 24 import the project's TypeScript. Node strips the types by itself; what it lacks are the
// extension that our imports leave out and the aliases of tsconfig.json.
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const root = pathToFileURL(`${import.meta.dirname}/../../`).href;

const withExtension = (specifier) => (/\.(ts|mjs|js|json)$/.test(specifier) ? specifier : `${specifier}.ts`);

registerHooks({
	resolve(specifier, context, next) {
		const isAlias = /^#(app|worker|durable-objects|tests)\//.test(specifier);
		const isOwn = isAlias || (specifier.startsWith(".") && !context.parentURL?.includes("/node_modules/"));
		if (!isOwn) return next(specifier, context);
		const found = next(withExtension(isAlias ? root + specifier.slice(1) : specifier), context);
		return found.url.endsWith(".json") ? { ...found, importAttributes: { type: "json" } } : found;
	},
});
