import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { requireUser } from "#app/session/require-user.server";
import { anyOf, holdsAny } from "#worker/contract/permissions";
import { listLetters } from "#worker/services/letters/contract";

/** The applicant's letters, and where their files are. */
export const loadLetters = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireUser(args, anyOf("candidate"));
	const params = { id: args.params.applicantId ?? "" };
	const { data: letters } = orThrow(await args.context.api.call(listLetters, { params }));
	return {
		letters,
		here: `/${orgName}/applicants/${params.id}`,
		mayMake: holdsAny(user.privileges, ["candidate:u"]),
	};
};
