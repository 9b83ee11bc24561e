import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { readMeanwhile } from "#app/records/meanwhile";
import { listOf } from "#app/records/record.server";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { AccountActions } from "#app/routes/users/account-actions";
import { changeAccount } from "#app/routes/users/change-account.server";
import { loadRoleChoices } from "#app/routes/users/load-choices.server";
import { RoleRows } from "#app/routes/users/role-rows";
import { addressesOf } from "#app/routes/users/user-address";
import { givenRoles, InvitationForm, UserForm } from "#app/routes/users/user-form";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { CloseLink } from "#app/ui/dialog/close-link";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { useSentForm } from "#app/ui/form/use-is-sending-here";
import { wired } from "#app/ui/form/wired";
import { fullName } from "#worker/contract/text/full-name";
import {
	deleteUser,
	getUser,
	inviteUser,
	resendInvitation,
	StaffMember,
	type StaffMember as StaffMemberType,
	updateUser,
} from "#worker/services/users/staff.contract";

export const meta = titledOver("User");

const idOf = ({ params }: Pick<LoaderFunctionArgs, "params">): string | undefined =>
	params.userId === "new" ? undefined : params.userId;

const list = { path: "users" };

const valuesOf = (user: StaffMemberType | null, usualItemId: string) => ({
	firstName: user?.firstName ?? "",
	lastName: user?.lastName ?? "",
	email: user?.email ?? "",
	roles: [
		...(user?.adminRoles ?? []).map(({ role, adminLevelItem }) => ({
			roleId: role.id,
			itemId: adminLevelItem?.id ?? "",
		})),
		...(user && user.adminRoles.length > 0 ? [] : [{ roleId: "", itemId: usualItemId }]),
	],
});

/** Loads the user that an address names, or an empty invitation. */
export const loader = async (args: LoaderFunctionArgs) => {
	const id = idOf(args);
	const { user: actor, api } = await requireAccess(args, id ? getUser : inviteUser);
	const [user, { choices, holdsAll }] = await Promise.all([
		id ? api.call(getUser, { params: { id } }).then(orThrow) : null,
		loadRoleChoices(api, actor),
	]);
	const holdsMore = user !== null && !holdsAll(user);
	return json({
		user,
		...choices,
		values: valuesOf(user, choices.usualItemId),
		closeTo: listOf(args, list),
		isOwn: user?.id === actor.id,
		maySave: mayCall(actor, user ? updateUser : inviteUser),
		mayDelete: user?.lastLoginAt === null && mayCall(actor, deleteUser) && !holdsMore,
		mayManage: mayCall(actor, updateUser) && !holdsMore,
		/** Why the user cannot manage the account, where it is not for lack of a privilege on users. */
		holdsMore: mayCall(actor, updateUser) && holdsMore,
		mayInvite: mayCall(actor, resendInvitation),
		idempotencyKey: crypto.randomUUID(),
	});
};

const Current = v.pick(StaffMember, ["firstName", "lastName", "adminRoles"]);

interface Answer {
	/** The form as it was typed; null after a button of the account. */
	result: SubmissionResult | null;
	/** Why a button of the account did nothing. */
	error: string | null;
	meanwhile: ReturnType<typeof readMeanwhile<v.InferOutput<typeof Current>>>;
}

const parse = (form: FormData, id: string | undefined) =>
	id ? parseWithValibot(form, { schema: UserForm }) : parseWithValibot(form, { schema: InvitationForm });

/**
 * Invites or changes a user, does one of the things that a button of the account asks for, or answers a button that
 * adds, moves or removes a role in the form alone.
 */
export const action = async (args: ActionFunctionArgs) => {
	const id = idOf(args);
	const { api, session } = await requireAccess(args, id ? getUser : inviteUser);
	const form = await readSignedInForm(args.request, args.context, { hasLists: true });
	const answer = (more: Partial<Answer>, status: number) =>
		json<Answer>({ result: null, error: null, meanwhile: null, ...more }, { status });
	const intent = form.get("intent");
	if (id && intent !== null) {
		const done = await changeAccount(args, id, String(intent));
		if (!done.ok) return answer({ error: done.problem.error }, httpStatus(done.problem));
		session.flash(done.value);
		return redirect(addressesOf(args).user);
	}
	await requireAccess(args, id ? updateUser : inviteUser);
	const submission = parse(form, id);
	if (submission.status !== "success")
		return answer({ result: submission.reply() }, submission.status === "error" ? 422 : 200);
	const { version, idempotencyKey, email = "", roles, ...name } = submission.value;
	const body = { ...name, roles: givenRoles(roles) };
	const saved = id
		? await api.call(updateUser, { params: { id }, body: { ...body, version } })
		: await api.call(inviteUser, { body: { ...body, email } }, { idempotencyKey });
	if (!saved.ok) {
		if (saved.problem.status === 404) orThrow(saved);
		return answer(
			{ result: replyWithProblem(submission, saved.problem), meanwhile: readMeanwhile(saved.problem, Current) },
			httpStatus(saved.problem),
		);
	}
	const called = fullName({ ...saved.value, middleName: null });
	const isUnsent = "emailed" in saved.value && !saved.value.emailed;
	session.flash(
		isUnsent
			? { kind: "error", message: `${called} has an account, but the email could not be sent. Resend the invitation.` }
			: { kind: "success", message: id ? `${called} was saved` : `${called} was invited by email` },
	);
	return redirect(isUnsent ? `/${args.params.orgName}/users/${saved.value.id}` : listOf(args, list));
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: form.has("intent") ? null : replyWithProblem(parseWithValibot(form, { schema: UserForm }), problem),
	error: form.has("intent") ? problem.error : null,
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ users: true });

const formId = "user";

const UserDialog = () => {
	const { user, roles, items, usualItemId, values, closeTo, maySave, idempotencyKey, ...may } =
		useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const sent = useSentForm();
	const meanwhile = answer?.meanwhile;
	const [form, fields] = useForm({
		id: formId,
		...(answer?.result && { lastResult: answer.result }),
		defaultValue: values,
	});
	return (
		<Dialog
			title={user ? fullName({ ...user, middleName: null }) : "Invite user"}
			description={user ? user.email : "An email leads to a page where the user chooses a password."}
			closeTo={closeTo}
			width={680}
			footer={
				<>
					<CloseLink to={closeTo}>{maySave ? "Cancel" : "Close"}</CloseLink>
					{maySave && (
						<Button form={formId} variant="primary" pending={sent !== undefined && !sent.has("intent")}>
							{user ? "Save" : "Invite user"}
						</Button>
					)}
				</>
			}
		>
			<SignedInForm {...getFormProps(form)} className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				{maySave && <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />}
				<FormErrors errors={[...(form.errors ?? []), ...(answer?.error ? [answer.error] : [])]} />
				{user && (
					<SavedMeanwhile
						version={user.version}
						meanwhile={
							meanwhile
								? {
										version: meanwhile.version,
										values: [
											["Name", fullName({ ...meanwhile.current, middleName: null })],
											["Roles", meanwhile.current.adminRoles.map(({ role }) => role.name).join(", ") || "No role"],
										],
									}
								: null
						}
					/>
				)}
				<fieldset disabled={!maySave} className="contents">
					<div className="grid gap-4 sm:grid-cols-2">
						<TextField
							{...wired(fields.firstName)}
							label="First name"
							autoComplete="off"
							maxLength={100}
							autoFocusInDialog
							required
						/>
						<TextField {...wired(fields.lastName)} label="Last name" autoComplete="off" maxLength={100} required />
					</div>
					{!user && (
						<TextField
							{...wired(fields.email)}
							type="email"
							label="Email address"
							description="Also the username. It cannot be changed later."
							autoComplete="off"
							maxLength={320}
							required
						/>
					)}
					<RoleRows
						form={form}
						field={fields.roles}
						roles={roles}
						items={items}
						newRole={{ roleId: "", itemId: usualItemId }}
						held={user?.adminRoles ?? []}
						maySave={maySave}
					/>
				</fieldset>
			</SignedInForm>
			{user && <AccountActions user={user} {...may} isPending={(intent) => sent?.get("intent") === intent} />}
		</Dialog>
	);
};

/** why the key: an invitation whose email was not sent is followed by the dialog of its user. */
const User = () => {
	const { user } = useLoaderData<typeof loader>();
	return <UserDialog key={user?.id} />;
};
export default User;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
