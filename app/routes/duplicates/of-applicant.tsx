import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { likeness } from "#app/routes/duplicates/likeness";
import { requireUser } from "#app/session/require-user.server";
import { anyOf } from "#worker/contract/permissions";
import { listDuplicatesOf } from "#worker/services/duplicates/contract";

/** Who may be the same person as an applicant, and who was merged into them: what the open applicant asks for. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireUser(args, anyOf("candidate"));
	const params = { id: args.params.applicantId ?? "" };
	const { data, merges } = orThrow(await args.context.api.call(listDuplicatesOf, { params }));
	return json({
		alike: data
			.filter(({ decision }) => decision === null)
			.map(({ first, second, reasons }) => {
				const other = first.id === params.id ? second : first;
				return {
					name: fullName(other),
					number: other.applicationNumber,
					why: likeness(reasons),
					to: `/${orgName}/duplicates/compare?first=${first.id}&second=${second.id}`,
				};
			}),
		merges: merges.map(({ id, mergedName, mergedNumber }) => ({
			name: mergedName,
			number: mergedNumber,
			to: `/${orgName}/merges/${id}`,
		})),
	});
};
