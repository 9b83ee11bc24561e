import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { orThrow } from "#app/api/problem-response";
import { pageOfLocations } from "#app/list/find-locations.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { readPage } from "#app/ui/page/page-address";
import { screenProblems } from "#worker/contract/screen-problems";
import { updateApplicant } from "#worker/services/applicants/change.contract";

/** Searches locations for the location field, in pages of 20 (§9). */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, updateApplicant);
	const params = new URL(args.request.url).searchParams;
	const { page } = readPage(params);
	return json(orThrow(await pageOfLocations(args.context.api, { name: params.get("name") ?? "", page })));
};

export const { handle, shouldRevalidate } = shows({});

/** Returns an error when there is no response (§8). why: a thrown one would replace the dialog and its typed values. */
export const clientLoader = async ({ serverLoader }: ClientLoaderFunctionArgs) => {
	try {
		return await serverLoader<typeof loader>();
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		return { unanswered: screenProblems.network.message };
	}
};
