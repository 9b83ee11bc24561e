import { useLocation } from "@remix-run/react";
import { Ban, CircleCheck, KeyRound, LogOut, Mail, Trash2 } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import { useShell } from "#app/shell/shell-context";
import { Button, LinkButton } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { formatDateTime } from "#worker/contract/text/dates";
import type { StaffMember } from "#worker/services/users/staff.contract";

interface AccountActionsProps {
	user: StaffMember;
	isOwn: boolean;
	mayManage: boolean;
	mayInvite: boolean;
	mayDelete: boolean;
	/** Whether the account has privileges that the user does not hold. */
	holdsMore: boolean;
	isPending(intent: string): boolean;
}

/** How an account stands, and what can be done with it beside its name and roles. */
export const AccountActions = ({ user, isOwn, isPending, ...can }: AccountActionsProps) => {
	const { mayManage, mayInvite, mayDelete, holdsMore } = can;
	const { orgName, organisation } = useShell();
	const { search } = useLocation();
	const at = (moment: number) => formatDateTime(moment, organisation.timeZone);
	const { blocked, isConfirmed, sessions } = user;
	const actions = [
		...(mayInvite && !blocked && !isConfirmed ? [{ intent: "invite", label: "Resend invitation", icon: Mail }] : []),
		...(mayManage && !blocked && isConfirmed
			? [{ intent: "reset", label: "Send password reset", icon: KeyRound }]
			: []),
		...(mayManage && blocked ? [{ intent: "unblock", label: "Unblock", icon: CircleCheck }] : []),
	];
	const questions = [
		...(mayManage && sessions > 0 ? [{ path: "end-sessions", label: "End sessions", icon: LogOut }] : []),
		...(mayManage && !blocked && !isOwn ? [{ path: "block", label: "Block", icon: Ban }] : []),
		...(mayDelete ? [{ path: "delete", label: "Delete", icon: Trash2 }] : []),
	];
	return (
		<section aria-labelledby="account" className="mt-5 grid gap-2.5 border-t border-line pt-4">
			<h3 id="account" className="font-medium">
				Account
			</h3>
			<p className="text-text-2">
				{stateOf(user, at)} {user.lastLoginAt === null ? "Never logged in." : `Last login ${at(user.lastLoginAt)}.`}{" "}
				{user.sessions > 0 && `${formatCount(user.sessions, "open session")}.`}
			</p>
			{holdsMore && (
				<p className="text-text-2">
					This user holds privileges that you do not. Somebody who holds them too can block the account, end its
					sessions and send a link for a new password.
				</p>
			)}
			<div className="flex flex-wrap gap-2.5">
				{actions.map(({ intent, label, icon }) => (
					<SignedInForm key={intent} preventScrollReset>
						<Button name="intent" value={intent} icon={icon} pending={isPending(intent)}>
							{label}
						</Button>
					</SignedInForm>
				))}
				{questions.map(({ path, label, icon }) => (
					<LinkButton
						key={path}
						to={`/${orgName}/users/${user.id}/${path}${search}`}
						icon={icon}
						replace
						preventScrollReset
					>
						{label}
					</LinkButton>
				))}
			</div>
		</section>
	);
};

const stateOf = ({ blocked, isConfirmed, invitationEndsAt }: StaffMember, at: (moment: number) => string): string => {
	if (blocked) return "Blocked: the user cannot log in.";
	if (isConfirmed) return "The email address is confirmed.";
	if (invitationEndsAt === null) return "Invited, but the link has expired. Resend the invitation.";
	return `Invited. The link works until ${at(invitationEndsAt)}.`;
};
