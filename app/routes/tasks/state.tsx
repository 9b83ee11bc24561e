import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadWatched } from "#app/session/downloads.server";
import { requireUser } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";

/** Returns the state of the downloads that this browser watches; polled while one is unfinished (§9). */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args);
	return json({ downloads: await loadWatched(args.context, args.request) });
};

export const { handle, shouldRevalidate } = shows({ tasks: true });
