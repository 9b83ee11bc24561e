import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { likeness } from "#app/routes/duplicates/likeness";
import { requireAccess } from "#app/session/require-user.server";
import { listDuplicatesOf } from "#worker/services/duplicates/contract";

/** Loads the possible duplicates of the open applicant, and the merges into it. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, listDuplicatesOf);
	const params = { id: args.params.applicantId ?? "" };
	const { data, merges } = orThrow(await args.context.api.call(listDuplicatesOf, { params }));
	return json({
		alike: data
			.filter(({ dismissed }) => dismissed === null)
			.map(({ first, second, reasons }) => {
				const other = first.id === params.id ? second : first;
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
};
