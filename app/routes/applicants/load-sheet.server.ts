import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openLater } from "#app/api/later.server";
import { orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { readListAddress } from "#app/list/list-address";
import { likeness } from "#app/list/sheet/likeness";
import type { OnePersonProps } from "#app/routes/applicants/one-person";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { filterOf } from "#worker/contract/applicant-filter";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { ok } from "#worker/contract/result";
import { updateApplicant } from "#worker/services/applicants/change.contract";
import { getApplicant, getNeighbours } from "#worker/services/applicants/contract";
import { getApplication } from "#worker/services/applications/contract";
import { listDuplicatesOf } from "#worker/services/duplicates/contract";

/** Loads one applicant above the list it was opened from (§2 Applicant side sheet). */
export const loadSheet = async (args: LoaderFunctionArgs) => {
	const { user, orgName, api } = await requireAccess(args, getApplicant);
	const address = readListAddress(new URL(args.request.url).searchParams);
	const applicant = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	const params = { id: applicant.id };
	const later = openLater(args);
	const neighbours = later.ask(() =>
		api.call(getNeighbours, {
			params,
			query: { applicationId: applicant.applicationId, ...filterOf(address) },
		}),
	);
	const onePerson = later.ask(async () => {
		const found = await api.call(listDuplicatesOf, { params });
		return found.ok ? ok(onePersonOf(orgName, applicant.id, found.value)) : found;
	});
	const application = orThrow(await api.call(getApplication, { params: { id: applicant.applicationId } }));
	const mayMove = mayCall(user, updateApplicant);
	return later.respond({ applicant, steps: application.workflow.steps, mayMove, orgName }, { neighbours, onePerson });
};

const onePersonOf = (
	orgName: string,
	applicantId: string,
	{ data, merges }: EndpointResponse<typeof listDuplicatesOf>,
): OnePersonProps => ({
	alike: data
		.filter(({ dismissed }) => dismissed === null)
		.map(({ first, second, reasons }) => {
			const other = first.id === applicantId ? second : first;
			return {
				name: fullName(other),
				number: other.applicationNumber,
				why: likeness(reasons),
				to: `/${orgName}/duplicates/compare?first=${first.id}&second=${second.id}`,
			};
		}),
	merges: merges.map(({ id, sourceName, sourceNumber }) => ({
		name: sourceName,
		number: sourceNumber,
		to: `/${orgName}/merges/${id}`,
	})),
});
