import type { OrgContext } from "#worker/context";
import { filterOf, type NamedFilter } from "#worker/contract/applicant-filter";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail } from "#worker/contract/result";
import { applicationExists } from "#worker/services/applications/queries";
import type * as contract from "#worker/services/saved-views/contract";
import { changeView, saveView } from "#worker/services/saved-views/save-view";
import { applicantViews } from "#worker/services/saved-views/saved-view";

const storedFilter = (filters: NamedFilter) => ({ ...filterOf(filters), applicationId: filters.applicationId });

/** Saves a list of applicants under a name. */
export const saveApplicantView = async (
	ctx: OrgContext,
	{ filters, ...view }: EndpointRequest<typeof contract.createSavedView>["body"],
) =>
	(await applicationExists(ctx, filters.applicationId))
		? saveView(ctx, applicantViews, { ...view, filter: storedFilter(filters) })
		: fail("application_unavailable");

/** Changes a view of applicants. */
export const changeApplicantView = async (
	ctx: OrgContext,
	id: string,
	{ filters, version, ...view }: EndpointRequest<typeof contract.updateSavedView>["body"],
) =>
	filters && !(await applicationExists(ctx, filters.applicationId))
		? fail("application_unavailable")
		: changeView(ctx, applicantViews, id, { ...view, version, filter: filters && storedFilter(filters) });
