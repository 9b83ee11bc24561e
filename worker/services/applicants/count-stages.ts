import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import type * as contract from "#worker/services/applicants/contract";
import { countByStep } from "#worker/services/applicants/counts.queries";
import { compileFilter } from "#worker/services/applicants/filter.queries";

type Endpoint = typeof contract.countStages;

/** How many applicants stand at each step: the stage tabs' numbers, exact, from kept counts. */
export const countStages = async (ctx: OrgContext, query: EndpointRequest<Endpoint>["query"]) => {
	const scope = await compileFilter(ctx, query);
	if (!scope.ok) return fail("application_unavailable");
	const counted = await countByStep(ctx, scope.value.applicationId, scope.value.courseIds);
	return counted ? ok(counted) : fail("application_unavailable");
};
