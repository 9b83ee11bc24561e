import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";

/** Addresses are remembered by their shape, of which only made-up ones are many. */
const maxShapes = 1_000;

/**
 * Returns what answers the requests of a build: each with the routes that its address matches and no others.
 * why: Remix sorts and compiles the patterns of all its routes three times a page, and makes an object of each anew.
 */
export const pageHandler = (build: ServerBuild): RequestHandler => {
	const matchedIds = routeMatcher(build.routes);
	const handlers = new Map<string | undefined, RequestHandler>();
	return (request, context) => {
		const ids = matchedIds(new URL(request.url).pathname);
		const leaf = ids.at(-1);
		const handler = handlers.get(leaf) ?? createRequestHandler(partOfBuild(build, ids), "production");
		handlers.set(leaf, handler);
		return handler(request, context);
	};
};

/** Returns what finds the ids of the routes that a path matches, outermost first; none when nothing matches. */
export const routeMatcher = (routes: ServerBuild["routes"]): ((pathname: string) => readonly string[]) => {
	const tree = childrenOf(routes, undefined);
	const words = new Set(Object.values(routes).flatMap(({ path = "" }) => path.toLowerCase().split("/")));
	const known = new Map<string, readonly string[]>();
	return (pathname) => {
		const shape = decode(pathname)
			.map((segment) => (words.has(segment.toLowerCase()) ? segment.toLowerCase() : ":"))
			.join("/");
		const found = known.get(shape) ?? matchRoutes(tree, shape)?.map(({ route }) => route.id ?? "") ?? [];
		if (known.size < maxShapes) known.set(shape, found);
		return found;
	};
};

/** The segments of a path; as they are when they are not encoded as they should be. */
const decode = (pathname: string): string[] => {
	const segments = pathname.split("/");
	try {
		return segments.map(decodeURIComponent);
	} catch {
		return segments;
	}
};

interface SitemapRoute {
	id: string;
	path?: string;
	children?: SitemapRoute[];
}

const childrenOf = (routes: ServerBuild["routes"], parentId: string | undefined): SitemapRoute[] =>
	Object.values(routes)
		.filter((route) => route.parentId === parentId)
		.map(({ id, path, index }) => ({
			id,
			...(path === undefined ? {} : { path }),
			...(index ? { index } : { children: childrenOf(routes, id) }),
		}));

const partOfBuild = (build: ServerBuild, ids: readonly string[]): ServerBuild => {
	if (ids.length === 0) return build;
	const pick = <T>(routes: Record<string, T>) =>
		Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
	return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
};
