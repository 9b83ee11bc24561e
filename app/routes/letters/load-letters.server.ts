import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { listLetters, makeLetter } from "#worker/services/letters/contract";

export const loadLetters = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, listLetters);
	const params = { id: args.params.applicantId ?? "" };
	const { data: letters } = orThrow(await args.context.api.call(listLetters, { params }));
	return {
		letters,
		here: `/${orgName}/applicants/${params.id}`,
		mayMake: mayCall(user, makeLetter),
	};
};
