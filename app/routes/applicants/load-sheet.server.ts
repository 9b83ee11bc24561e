import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { readListAddress } from "#app/list/list-address";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { filterOf } from "#worker/contract/applicant-filter";
import { updateApplicant } from "#worker/services/applicants/change.contract";
import { getApplicant, getNeighbours } from "#worker/services/applicants/contract";
import { getApplication } from "#worker/services/applications/contract";

/** One applicant over the list they came from (§2 Applicant side sheet). */
export const loadSheet = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, getApplicant);
	const { api } = args.context;
	const params = { id: args.params.applicantId ?? "" };
	const address = readListAddress(new URL(args.request.url).searchParams);
	const applicant = orThrow(await args.context.applicant(params.id));
	const [application, neighbours] = await Promise.all([
		api.call(getApplication, { params: { id: applicant.applicationId } }),
		api.call(getNeighbours, {
			params,
			query: { applicationId: applicant.applicationId, ...filterOf(address) },
		}),
	]);
	return {
		applicant,
		steps: orThrow(application).workflow.steps,
		neighbours: neighbours.ok ? neighbours.value : nobodyAround,
		mayMove: mayCall(user, updateApplicant),
		orgName,
	};
};

const nobodyAround = { previousId: null, nextId: null, nextUndecidedId: null, position: null, total: null };
