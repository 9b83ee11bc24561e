import { routes } from "./app/routes.js";

/** Remix's classic compiler: one bundle for the Worker with worker/index.ts at its root, one set of browser files. */
/** @type {import("@remix-run/dev").AppConfig} */
export default {
	server: "./worker/index.ts",
	serverBuildPath: "build/index.js",
	serverConditions: ["workerd", "worker", "browser"],
	serverMainFields: ["browser", "module", "main"],
	serverModuleFormat: "esm",
	serverPlatform: "neutral",
	serverMinify: true,
	// why: everything but what the runtime itself provides goes into the bundle; what looks for files where there are none
	// is left to the next bundler, which knows a package's browser field.
	serverDependenciesToBundle: [/^(?!cloudflare:|sanitize-html$)/],
	ignoredRouteFiles: ["**/*"],
	routes,
	watchPaths: ["./worker", "./durable-objects"],
	tailwind: false,
	future: {
		v3_fetcherPersist: true,
		v3_relativeSplatPath: true,
		v3_throwAbortReason: true,
		v3_lazyRouteDiscovery: false,
		// why: off, so that a page whose data is all there is rendered to a string, two to four times cheaper than a stream.
		v3_singleFetch: false,
	},
};
