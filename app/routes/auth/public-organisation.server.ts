import type { AppLoadContext } from "@remix-run/cloudflare";
import * as v from "valibot";
import { orThrow, problemResponse } from "#app/api/problem-response";
import { OrganisationId } from "#worker/contract/ids";
import { problem } from "#worker/contract/problems";
import { getPublicOrganisation } from "#worker/services/organisation/contract";

/** Returns the institution in the path; undefined when it does not exist (§8). */
export const findPublicOrganisation = async (context: AppLoadContext, orgName: string | undefined) => {
	if (!v.is(OrganisationId, orgName)) return undefined;
	const organisation = await context.api.call(getPublicOrganisation, { params: { id: orgName } });
	if (!organisation.ok && organisation.problem.code === "organisation_not_found") return undefined;
	return orThrow(organisation);
};

/** Returns the institution in the path, or throws the page that says that it does not exist. */
export const requirePublicOrganisation = async (context: AppLoadContext, orgName: string | undefined) => {
	const organisation = await findPublicOrganisation(context, orgName);
	if (!organisation) throw problemResponse(problem("organisation_not_found"));
	return organisation;
};
