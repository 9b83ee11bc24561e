import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { mayAt } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { listLetters, makeLetter } from "#worker/services/letters/contract";

export const loadLetters = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, listLetters);
	const params = { id: args.params.applicantId ?? "" };
	const [listed, applicant] = await Promise.all([
		args.context.api.call(listLetters, { params }),
		args.context.applicant(params.id),
	]);
	const { data: letters } = orThrow(listed);
	return {
		letters,
		here: `/${orgName}/applicants/${params.id}`,
		mayMake: mayAt(user, orThrow(applicant), makeLetter),
	};
};
