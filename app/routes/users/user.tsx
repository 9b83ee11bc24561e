import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Plus } from "lucide-react";
import * as v from "valibot";
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
import { givenRoles, InvitationForm, type TypedUser, typedUser, UserForm } from "#app/routes/users/user-form";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { useAddedEntry } from "#app/ui/form/use-added-entry";
import { useSentForm } from "#app/ui/form/use-is-sending-here";
import { fullName } from "#worker/contract/text/full-name";
import {
	deleteUser,
	getUser,
	inviteUser,
	StaffMember,
	type StaffMember as StaffMemberType,
	updateUser,
} from "#worker/services/users/staff.contract";

export const meta = titledOver("User");

const idOf = ({ params }: LoaderFunctionArgs): string | undefined =>
	params.userId === "new" ? undefined : params.userId;

const list = { path: "users" };

const valuesOf = (user: StaffMemberType | null): TypedUser => ({
	firstName: user?.firstName ?? "",
	lastName: user?.lastName ?? "",
	email: user?.email ?? "",
	roles: [
		...(user?.adminRoles ?? []).map(({ role, adminLevelItem }) => ({
			roleId: role.id,
			itemId: adminLevelItem?.id ?? "",
		})),
		...(user && user.adminRoles.length > 0 ? [] : [{ roleId: "", itemId: "" }]),
	],
});

/** Loads the user that an address names, or an empty invitation. */
export const loader = async (args: LoaderFunctionArgs) => {
	const id = idOf(args);
	const { user: actor, api } = await requireAccess(args, id ? getUser : inviteUser);
	const [user, choices] = await Promise.all([
		id ? api.call(getUser, { params: { id } }).then(orThrow) : null,
		loadRoleChoices(api, actor),
	]);
	return json({
		user,
		...choices,
		values: valuesOf(user),
		closeTo: listOf(args, list),
		isOwn: user?.id === actor.id,
		maySave: mayCall(actor, user ? updateUser : inviteUser),
		mayDelete: user?.lastLoginAt === null && mayCall(actor, deleteUser),
		mayManage: mayCall(actor, updateUser),
		idempotencyKey: crypto.randomUUID(),
	});
};

const Current = v.pick(StaffMember, ["firstName", "lastName", "adminRoles"]);

interface Answer {
	typed: TypedUser;
	fields: Record<string, readonly string[] | null>;
	error: string | null;
	meanwhile: ReturnType<typeof readMeanwhile<v.InferOutput<typeof Current>>>;
}

/** Invites or changes a user, or does one of the things that a button of the account asks for. */
export const action = async (args: ActionFunctionArgs) => {
	const id = idOf(args);
	const { api, session } = await requireAccess(args, id ? getUser : inviteUser);
	const form = await readSignedInForm(args.request, args.context);
	const typed = typedUser(form);
	const answer = (more: Partial<Answer>, status: number) =>
		json<Answer>({ typed, fields: {}, error: null, meanwhile: null, ...more }, { status });
	const intent = String(form.get("intent") ?? "save");
	if (intent === "add-role")
		return answer({ typed: { ...typed, roles: [...typed.roles, { roleId: "", itemId: "" }] } }, 200);
	if (id && intent !== "save") {
		const done = await changeAccount(args, id, intent);
		if (!done.ok) return answer({ error: done.problem.error }, httpStatus(done.problem));
		session.flash(done.value);
		const here = new URL(args.request.url);
		here.searchParams.delete("_data");
		return redirect(here.pathname + here.search);
	}
	await requireAccess(args, id ? updateUser : inviteUser);
	const submission = parseWithValibot(form, { schema: id ? UserForm : InvitationForm });
	if (submission.status !== "success") return answer({ fields: submission.error ?? {} }, 422);
	const { version, idempotencyKey, ...body } = submission.value;
	const roles = givenRoles(typed);
	const saved = id
		? await api.call(updateUser, { params: { id }, body: { ...body, roles, version } })
		: await api.call(inviteUser, { body: { ...body, email: typed.email, roles } }, { idempotencyKey });
	if (!saved.ok) {
		if (saved.problem.status === 404) orThrow(saved);
		const { fields = {}, error } = saved.problem;
		const isBeside = Object.keys(fields).length > 0;
		return answer(
			{ fields, error: isBeside ? null : error, meanwhile: readMeanwhile(saved.problem, Current) },
			httpStatus(saved.problem),
		);
	}
	const name = fullName({ ...saved.value, middleName: null });
	const isUnsent = "emailed" in saved.value && !saved.value.emailed;
	session.flash(
		isUnsent
			? { kind: "error", message: `${name} has an account, but the email could not be sent. Resend the invitation.` }
			: { kind: "success", message: id ? `${name} was saved` : `${name} was invited by email` },
	);
	return redirect(isUnsent ? `/${args.params.orgName}/users/${saved.value.id}` : listOf(args, list));
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	typed: typedUser(form),
	fields: {},
	error,
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ users: true });

const formId = "user";

const UserDialog = () => {
	const { user, roles, items, values, closeTo, maySave, idempotencyKey, ...may } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const sent = useSentForm();
	const typed = answer?.typed ?? values;
	const meanwhile = answer?.meanwhile;
	const added = useAddedEntry<HTMLDivElement>(typed.roles.length);
	const isPending = (intent: string) => sent?.get("intent") === intent;
	return (
		<Dialog
			title={user ? fullName({ ...user, middleName: null }) : "Invite user"}
			description={user ? user.email : "An email leads to a page where the user chooses a password."}
			closeTo={closeTo}
			width={640}
			cancel={maySave}
			footer={
				maySave && (
					<Button form={formId} name="intent" value="save" variant="primary" pending={isPending("save")}>
						{user ? "Save" : "Invite user"}
					</Button>
				)
			}
		>
			<SignedInForm id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				{maySave && <button type="submit" name="intent" value="save" tabIndex={-1} aria-hidden className="sr-only" />}
				<FormErrors errors={answer?.error ? [answer.error] : []} />
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
							name="firstName"
							label="First name"
							defaultValue={typed.firstName}
							errors={answer?.fields.firstName ?? null}
							autoComplete="off"
							maxLength={100}
							autoFocusInDialog
							required
						/>
						<TextField
							name="lastName"
							label="Last name"
							defaultValue={typed.lastName}
							errors={answer?.fields.lastName ?? null}
							autoComplete="off"
							maxLength={100}
							required
						/>
					</div>
					{!user && (
						<TextField
							name="email"
							type="email"
							label="Email address"
							description="Also the username. It cannot be changed later."
							defaultValue={typed.email}
							errors={answer?.fields.email ?? null}
							autoComplete="off"
							maxLength={320}
							required
						/>
					)}
					<RoleRows
						key={typed.roles.length}
						list={added.list}
						given={typed.roles}
						roles={roles}
						items={items}
						held={user?.adminRoles ?? []}
						errors={answer?.fields.roles ?? null}
					/>
					{maySave && (
						<Button
							name="intent"
							value="add-role"
							icon={Plus}
							className="justify-self-start"
							onClick={added.onAdd}
							pending={isPending("add-role")}
						>
							Add another role
						</Button>
					)}
				</fieldset>
			</SignedInForm>
			{user && <AccountActions user={user} {...may} isPending={isPending} />}
		</Dialog>
	);
};
export default UserDialog;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
