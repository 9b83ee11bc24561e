import type { LoaderFunctionArgs } from "@remix-run/cloudflare";

/** Returns the arguments of a dialog over the page of a template, with the id that its address names after the path (§2). */
export const ofAddress = <Args extends LoaderFunctionArgs>(args: Args): Args => ({
	...args,
	params: { ...args.params, recordId: idIn(args.request) },
});

/** Returns the id of the template that an address names; "new" for none, as for any record. */
export const idIn = (request: Request): string => new URL(request.url).searchParams.get("id") || "new";
