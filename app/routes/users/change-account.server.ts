import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireAccess } from "#app/session/require-user.server";
import type { Problem } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";
import { blockUser, resendInvitation, sendPasswordReset } from "#worker/services/users/staff.contract";

interface Toast {
	kind: "success" | "error";
	message: string;
}

const unsent: Toast = { kind: "error", message: "The email could not be sent. Try again later." };
const sent = ({ emailed }: { emailed: boolean }, message: string): Toast =>
	emailed ? { kind: "success", message } : unsent;

/** Does what a button of an account asks for. @returns what to say of it */
export const changeAccount = async (
	args: ActionFunctionArgs,
	id: string,
	intent: string,
): Promise<Result<Toast> | { ok: false; problem: Problem }> => {
	const { api } = args.context;
	const params = { id };
	switch (intent) {
		case "invite": {
			await requireAccess(args, resendInvitation);
			const answer = await api.call(resendInvitation, { params });
			return answer.ok ? ok(sent(answer.value, "The invitation was sent again")) : answer;
		}
		case "reset": {
			await requireAccess(args, sendPasswordReset);
			const answer = await api.call(sendPasswordReset, { params });
			return answer.ok ? ok(sent(answer.value, "The link for a new password was sent")) : answer;
		}
		case "unblock": {
			await requireAccess(args, blockUser);
			const answer = await api.call(blockUser, { params, body: { blocked: false } });
			return answer.ok ? ok({ kind: "success", message: "The user can log in again" }) : answer;
		}
		default:
			return fail("malformed");
	}
};
