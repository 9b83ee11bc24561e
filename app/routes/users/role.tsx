import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Copy, Trash2 } from "lucide-react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { idempotencyKey } from "#app/list/idempotency-key";
import { HistoryLink } from "#app/records/history-link";
import { readMeanwhile, seenVersion } from "#app/records/meanwhile";
import { PrivilegeMatrix } from "#app/records/privilege-matrix";
import { listOf } from "#app/records/record.server";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { heldEverywhere } from "#app/routes/users/held-privileges";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { CloseLink } from "#app/ui/dialog/close-link";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { TextLink } from "#app/ui/text-link";
import { fullName } from "#worker/contract/text/full-name";
import {
	createRole,
	deleteRole,
	getRole,
	listRoles,
	listUsers,
	Role,
	RoleFields,
	updateRole,
} from "#worker/services/users/contract";

export const meta = titledOver("Role");

const idOf = ({ params }: LoaderFunctionArgs): string | undefined =>
	params.roleId === "new" ? undefined : params.roleId;

const list = { path: "users/roles" };

/** The names of a role's holders that are shown at once; a list has the others. */
const holdersShown = 5;

/** Loads a role, an empty one, or a copy of the one that the address names. */
export const loader = async (args: LoaderFunctionArgs) => {
	const id = idOf(args);
	const { user, api } = await requireAccess(args, id ? getRole : createRole);
	const source = id ?? new URL(args.request.url).searchParams.get("copy");
	const [found, roles, holders] = await Promise.all([
		source ? api.call(getRole, { params: { id: source } }).then(orThrow) : null,
		api.call(listRoles, {}).then(orThrow),
		id ? api.call(listUsers, { query: { roleId: id, size: String(holdersShown) } }).then(orThrow) : null,
	]);
	const name = found && !id ? `Copy of ${found.name}` : (found?.name ?? "");
	const held = heldEverywhere(user, roles.data);
	const granted = found?.privileges ?? [];
	// why: nobody could untick what they do not hold, and the copy would be refused for it.
	const privileges = id ? granted : granted.filter((privilege) => held.includes(privilege));
	return json({
		role: id ? found : null,
		values: { name, privileges },
		leftOut: granted.length - privileges.length,
		held,
		holders: {
			names: holders?.data.map((one) => fullName({ ...one, middleName: null })) ?? [],
			total: holders?.resultTotal ?? 0,
		},
		closeTo: listOf(args, list),
		maySave: mayCall(user, id ? updateRole : createRole),
		mayCopy: mayCall(user, createRole),
		mayDelete: id !== undefined && mayCall(user, deleteRole),
		idempotencyKey: crypto.randomUUID(),
	});
};

const RoleForm = v.object({
	name: RoleFields.name,
	privileges: v.optional(RoleFields.privileges, []),
	version: seenVersion,
	idempotencyKey,
});
const Current = v.pick(Role, ["name", "privileges"]);

const typedOf = (form: FormData) => ({
	name: String(form.get("name") ?? ""),
	privileges: form.getAll("privileges").map(String),
});

interface Answer {
	typed: ReturnType<typeof typedOf>;
	fields: Record<string, readonly string[] | null>;
	error: string | null;
	meanwhile: ReturnType<typeof readMeanwhile<v.InferOutput<typeof Current>>>;
}

export const action = async (args: ActionFunctionArgs) => {
	const id = idOf(args);
	const { api, session } = await requireAccess(args, id ? updateRole : createRole);
	const form = await readSignedInForm(args.request, args.context);
	const answer = (more: Partial<Answer>, status: number) =>
		json<Answer>({ typed: typedOf(form), fields: {}, error: null, meanwhile: null, ...more }, { status });
	const submission = parseWithValibot(form, { schema: RoleForm });
	if (submission.status !== "success") return answer({ fields: submission.error ?? {} }, 422);
	const { version, idempotencyKey, ...body } = submission.value;
	const saved = id
		? await api.call(updateRole, { params: { id }, body: { ...body, version } })
		: await api.call(createRole, { body }, { idempotencyKey });
	if (!saved.ok) {
		if (saved.problem.status === 404) orThrow(saved);
		const { code, error } = saved.problem;
		const meanwhile = readMeanwhile(saved.problem, Current);
		const beside = code === "role_exists" ? { fields: { name: [error] } } : { error };
		return answer({ ...beside, meanwhile }, httpStatus(saved.problem));
	}
	session.flash({ kind: "success", message: `“${saved.value.name}” was ${id ? "saved" : "created"}` });
	return redirect(listOf(args, list));
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	typed: typedOf(form),
	fields: {},
	error,
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ users: true });

const formId = "role";

const RoleDialog = () => {
	const { role, values, held, holders, closeTo, maySave, ...loaded } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isAwaiting = useIsAwaiting();
	const { orgName } = useShell();
	const typed = answer?.typed ?? values;
	const meanwhile = answer?.meanwhile;
	const [here = "", search = ""] = closeTo.split(/(?=\?)/);
	const at = (path: string) => `${here}/${role?.id}/${path}${search}`;
	return (
		<Dialog
			title={role ? role.name : "New role"}
			closeTo={closeTo}
			width={640}
			footer={
				<>
					{role && <HistoryLink to={at("history")} />}
					{role && loaded.mayCopy && (
						<LinkButton
							to={`${here}/new${search ? `${search}&` : "?"}copy=${role.id}`}
							icon={Copy}
							replace
							preventScrollReset
						>
							Copy
						</LinkButton>
					)}
					{role && loaded.mayDelete && (
						<LinkButton to={at("delete")} icon={Trash2} replace preventScrollReset>
							Delete
						</LinkButton>
					)}
					<CloseLink to={closeTo}>{maySave ? "Cancel" : "Close"}</CloseLink>
					{maySave && (
						<Button form={formId} variant="primary" pending={isAwaiting}>
							{role ? "Save" : "Create role"}
						</Button>
					)}
				</>
			}
		>
			{/* why the key: a copy opens in the place of the role it is made from. */}
			<SignedInForm key={role?.id ?? values.name} id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={loaded.idempotencyKey} />
				<FormErrors errors={answer?.error ? [answer.error] : []} />
				{role && (
					<SavedMeanwhile
						version={role.version}
						meanwhile={
							meanwhile
								? {
										version: meanwhile.version,
										values: [
											["Name", meanwhile.current.name],
											["Privileges", meanwhile.current.privileges.join(", ") || "None"],
										],
									}
								: null
						}
					/>
				)}
				{role && (
					<p className="text-text-2">
						{holders.total === 0 ? "Nobody holds this role." : `Held by ${holders.names.join(", ")}`}
						{holders.total > holders.names.length &&
							` and ${formatCount(holders.total - holders.names.length, "other")}`}
						{holders.total > 0 && (
							<>
								.{" "}
								<TextLink to={`/${orgName}/users?roleId=${role.id}`}>
									Show {formatCount(holders.total, "user")}
								</TextLink>
							</>
						)}
					</p>
				)}
				<fieldset disabled={!maySave} className="contents">
					<TextField
						name="name"
						label="Name"
						defaultValue={typed.name}
						errors={answer?.fields.name ?? null}
						autoComplete="off"
						maxLength={100}
						autoFocusInDialog
						required
					/>
				</fieldset>
				{loaded.leftOut > 0 && (
					<p className="text-text-2">
						{formatCount(loaded.leftOut, "privilege")} of the role that is copied {loaded.leftOut === 1 ? "is" : "are"}{" "}
						left out, because you do not hold {loaded.leftOut === 1 ? "it" : "them"} for the whole institution.
					</p>
				)}
				<PrivilegeMatrix
					chosen={typed.privileges}
					held={held}
					withOthers
					disabled={!maySave}
					errors={answer?.fields.privileges}
				/>
			</SignedInForm>
		</Dialog>
	);
};
export default RoleDialog;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
