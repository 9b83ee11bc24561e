import type { ServerBuild } from "@remix-run/cloudflare";
import { UNSAFE_defineRoutes as defineRoutes, UNSAFE_routeManifestToRouteConfig as toTree } from "@remix-run/dev";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { routes as sitemap } from "#app/routes.js";
import { routeMatcher } from "#worker/handle-page";

const defined = sitemap(defineRoutes);
const ids = routeMatcher({ root: { id: "root", path: "" }, ...defined } as unknown as ServerBuild["routes"]);
const whole = [{ id: "root", path: "", children: toTree(defined) }] as Parameters<typeof matchRoutes>[0];

const pathOf = (id: string): string => {
	const { path = "", parentId } = defined[id] ?? {};
	return path.startsWith("/") || !parentId || parentId === "root" ? path : `${pathOf(parentId)}/${path}`;
};
const addresses = Object.keys(defined).map((id) => pathOf(id).replaceAll(/:\w+/g, "a1b2").replace("*", "/a/b"));

test.each([
	...addresses,
	"/Crestfield/APPLICANTS/a1/Stage",
	"/crestfield/applicants/",
	"/crestfield//applicants",
	"/crestfield/%61pplicants/a%2Fb",
	"/crestfield/applicants/%E0%A4",
	"/crestfield/applicants/stage/stage",
	"/crestfield/nowhere/at/all",
	"/",
	"//",
])("matches %s like the router", (path) => {
	const expected = matchRoutes(whole, path)?.map(({ route }) => route.id);
	expect(expected).toContain("root");
	// why twice: the second time it is remembered.
	for (const _ of ["found", "remembered"]) expect(ids(path)).toEqual(expected);
});
