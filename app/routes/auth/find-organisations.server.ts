import type { AppLoadContext } from "@remix-run/cloudflare";
import { listPortals } from "#worker/services/organisation/contract";

export interface FoundOrganisations {
	name: string;
	organisations: { id: string; name: string }[];
	error?: string;
}

/** Searches organisations for `?name=`; an empty name finds none (§2). */
export const findOrganisations = async (request: Request, context: AppLoadContext): Promise<FoundOrganisations> => {
	const name = new URL(request.url).searchParams.get("name")?.trim() ?? "";
	if (name === "") return { name, organisations: [] };
	const found = await context.api.call(listPortals, { query: { orgName: name } });
	return found.ok ? { name, organisations: found.value } : { name, organisations: [], error: found.problem.error };
};
