import { getFormProps, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { History, Plus } from "lucide-react";
import { useMemo, useRef } from "react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { readMeanwhile, seenVersion } from "#app/records/meanwhile";
import { shownValue } from "#app/records/record-field";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { levelsField, structureTabs } from "#app/routes/admin-levels/screen";
import { mayEverywhere } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { OrderButtons } from "#app/ui/form/order-buttons";
import { TextField } from "#app/ui/form/text-field";
import { useAddedEntry } from "#app/ui/form/use-added-entry";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { wired } from "#app/ui/form/wired";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import {
	LevelList,
	levelItemRecord,
	listAdminLevels,
	maxLevels,
	updateAdminLevels,
} from "#worker/services/admin-levels/contract";

export const meta = titled("Levels of the structure");

const LevelsState = v.object({ levels: v.array(v.object({ name: v.string() })) });
const LevelsForm = v.object({ levels: LevelList, version: seenVersion });

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, levelItemRecord.history);
	const { data, version } = orThrow(await api.call(listAdminLevels, {}));
	const levels = data.map(({ id, name }) => ({ id, name }));
	return json({ levels, version, mayChange: mayEverywhere(user, updateAdminLevels) });
};

/** Saves the levels, or answers a button that adds, moves or removes one in the form alone. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, updateAdminLevels);
	const form = await readSignedInForm(args.request, args.context, { hasLists: true });
	const submission = parseWithValibot(form, { schema: LevelsForm });
	if (submission.status !== "success")
		return json({ result: submission.reply(), meanwhile: null }, { status: submission.status === "error" ? 422 : 200 });
	const { levels, version } = submission.value;
	const body = { levels: levels.map(({ id, name }) => (id ? { id, name } : { name })), version };
	const saved = await api.call(updateAdminLevels, { body });
	if (!saved.ok) {
		const result = replyWithProblem(submission, saved.problem);
		const meanwhile = readMeanwhile(saved.problem, LevelsState);
		return json({ result, meanwhile }, { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: "The levels were saved" });
	return redirect(`/${orgName}/admin-levels-item/levels`);
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: LevelsForm }), problem),
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ "set-up": () => "admin_level" });

/** The levels of the structure, in their order from the top. */
const Levels = () => {
	const { levels, mayChange, ...loaded } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { orgName, organisation } = useShell();
	const version = useOpened(loaded.version, answer !== undefined);
	const { formData } = useNavigation();
	const isAwaiting = useIsAwaiting();
	const [form, fields] = useForm({
		id: `levels-${version}`,
		...(answer && { lastResult: answer.result }),
		defaultValue: { levels: levels.length > 0 ? levels : [{ id: "", name: "" }], version: String(version) },
	});
	const list = fields.levels.getFieldList();
	const added = useAddedEntry(list.length);
	const meanwhile = answer?.meanwhile ?? null;
	const historyTo = `/${orgName}/admin-levels-item/levels/history`;
	useHistoryCommand(historyTo);
	return (
		<div className="grid max-w-3xl gap-4">
			<PageHeader
				title="Organisation Structure"
				description="The levels from the top, such as faculties and departments."
				actions={
					<LinkButton to={historyTo} icon={History} preventScrollReset>
						History
					</LinkButton>
				}
			/>
			<Tabs
				label="Organisation Structure"
				tabs={structureTabs.map(({ path, label }) => ({
					to: `/${orgName}/${path}`,
					label,
					current: path.endsWith("levels"),
				}))}
			/>
			<Card className="p-5">
				<SignedInForm {...getFormProps(form)} className="grid gap-4">
					{mayChange && <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />}
					<FormErrors errors={[...(form.errors ?? []), ...(fields.levels.errors ?? [])]} />
					<SavedMeanwhile
						key={version}
						version={Number(fields.version.initialValue ?? version)}
						meanwhile={
							meanwhile && {
								version: meanwhile.version,
								values: [
									[
										levelsField.label,
										shownValue(levelsField, meanwhile.current.levels, { choices: [], timeZone: organisation.timeZone }),
									],
								],
							}
						}
					/>
					<fieldset disabled={!mayChange} className="contents">
						<ol ref={added.list} className="grid gap-3">
							{list.map((level, index) => {
								const { id, name } = level.getFieldset();
								const called = `level ${index + 1}`;
								return (
									<li key={level.key} className="flex items-start gap-2">
										{id.initialValue && <input type="hidden" name={id.name} value={id.initialValue} />}
										<TextField
											{...wired(name)}
											label={`Level ${index + 1}`}
											autoComplete="off"
											className="min-w-0 flex-1"
											required
										/>
										{mayChange && (
											<span className="mt-6.5 flex gap-2">
												<OrderButtons
													called={called}
													index={index}
													length={list.length}
													form={form}
													name={fields.levels.name}
												/>
											</span>
										)}
									</li>
								);
							})}
						</ol>
					</fieldset>
					{mayChange && (
						<div className="flex flex-wrap gap-2.5">
							{list.length < maxLevels && (
								<Button {...form.insert.getButtonProps({ name: fields.levels.name })} icon={Plus} onClick={added.onAdd}>
									Add a level
								</Button>
							)}
							<Button variant="primary" pending={isAwaiting && formData !== undefined && !formData.has("__intent__")}>
								Save
							</Button>
						</div>
					)}
				</SignedInForm>
			</Card>
			<DialogOutlet />
		</div>
	);
};
export default Levels;

/** Returns the version that the form was opened with. why not the page's own: a notice may load a newer one. */
const useOpened = (version: number, isAnswered: boolean): number => {
	const { key } = useLocation();
	const opened = useRef({ key, version });
	if (opened.current.key !== key) opened.current = { key, version: isAnswered ? opened.current.version : version };
	return opened.current.version;
};

const useHistoryCommand = (to: string): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(
		() => [
			{
				...({ id: "levels-history", title: "History of the levels", group: "This page", icon: History } as const),
				run: () => navigate(to, { preventScrollReset: true }),
			},
		],
		[to, navigate],
	);
	useCommands(commands);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
