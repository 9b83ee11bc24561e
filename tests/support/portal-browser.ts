import { exports } from "cloudflare:workers";

/** The portal's address in tests; the configuration's PORTAL_ORIGIN. */
export const portalOrigin = "https://portal.test";

/** The name of the session's cookie over https. */
export const sessionCookie = "__Secure-matricula";

interface Cookie {
	name: string;
	value: string;
	path: string;
}

export interface Visit {
	headers?: Record<string, string>;
	/** Another scheme or host than the portal's own. */
	origin?: string;
}

type Fields = Record<string, string | readonly string[]>;

/**
 * Returns a browser as the portal sees it: it keeps cookies by path, names the origin of forms, and follows no
 * redirect.
 */
export const openBrowser = () => {
	const jar = new Map<string, Cookie>();
	const cookiesFor = (path: string) =>
		[...jar.values()]
			.filter((cookie) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, "/")))
			.map(({ name, value }) => `${name}=${value}`)
			.join("; ");
	const keep = (line: string) => {
		const [pair = "", ...attributes] = line.split("; ");
		const name = pair.slice(0, pair.indexOf("="));
		const path = attributes.find((attribute) => attribute.startsWith("Path="))?.slice(5) ?? "/";
		if (attributes.includes("Max-Age=0")) jar.delete(`${path} ${name}`);
		else jar.set(`${path} ${name}`, { name, path, value: pair.slice(name.length + 1) });
	};
	const send = async (method: string, path: string, body: BodyInit | null, { headers, origin }: Visit) => {
		const url = new URL(path, origin ?? portalOrigin);
		const cookie = cookiesFor(url.pathname);
		const response = await exports.default.fetch(
			new Request(url, {
				method,
				body,
				redirect: "manual",
				// why: a browser requests a page by a navigation, and a loader's data by a fetch.
				headers: {
					host: url.host,
					accept: url.searchParams.has("_data") ? "*/*" : "text/html,*/*;q=0.8",
					...(cookie && { cookie }),
					...headers,
				},
			}),
		);
		for (const line of response.headers.getSetCookie()) keep(line);
		return response;
	};
	return {
		get: (path: string, visit: Visit = {}) => send("GET", path, null, visit),
		/** Posts a form as a page of the portal would. */
		post: (path: string, fields: Fields | BodyInit, { headers, ...visit }: Visit = {}) =>
			send("POST", path, isFields(fields) ? formOf(fields) : fields, {
				...visit,
				headers: { origin: visit.origin ?? portalOrigin, "sec-fetch-site": "same-origin", ...headers },
			}),
		/** Makes the browser one on which the last page's scripts have started. */
		runScripts: () => jar.set("/ matricula-scripts", { name: "matricula-scripts", path: "/", value: "on" }),
		/** The session's cookie as the browser holds it. */
		session: (orgName: string) => jar.get(`/${orgName} ${sessionCookie}`)?.value,
		setSession: (orgName: string, value: string) =>
			jar.set(`/${orgName} ${sessionCookie}`, { name: sessionCookie, path: `/${orgName}`, value }),
	};
};

export type Browser = ReturnType<typeof openBrowser>;

const isFields = (body: Fields | BodyInit): body is Fields => Object.getPrototypeOf(body) === Object.prototype;

const formOf = (fields: Fields) => {
	const form = new URLSearchParams();
	for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one);
	return form;
};
