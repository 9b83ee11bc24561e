// The portal with an additional address that only sends a notice: R4 measures the notice, not the change that causes
// it.
import portal from "./portal.js";

export * from "./portal.js";

export default {
	...portal,
	fetch: async (request, env, ctx) => {
		const { pathname, searchParams } = new URL(request.url);
		if (pathname !== "/bench/notice") return portal.fetch(request, env, ctx);
		const hub = env.NOTIFICATION_HUB.get(env.NOTIFICATION_HUB.idFromName(searchParams.get("organisation")));
		await hub.notify(["views"]);
		return new Response();
	},
};
