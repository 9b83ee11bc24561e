import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { listSearch, readListAddress, withSelected } from "#app/list/list-address";
import { allColumns, readColumns, withMoved } from "#app/routes/applicants/columns/chosen-columns";
import { columnLabel } from "#app/routes/applicants/columns/list-columns";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Checkbox } from "#app/ui/checkbox";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { IconButton } from "#app/ui/icon-button";
import { type ListColumn, usualColumns } from "#worker/contract/list-columns";
import { listApplicants } from "#worker/services/applicants/contract";
import { getPreferences, updatePreferences } from "#worker/services/users/contract";

export const meta = titledOver("Columns");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, listApplicants);
	const { listColumns } = orThrow(await api.call(getPreferences, {}));
	return json({ chosen: listColumns ?? usualColumns });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, listApplicants);
	const form = await readSignedInForm(args.request, args.context);
	const { order, chosen, moved } = readColumns(form);
	// why: without scripts the arrows are buttons of the form, and nothing is saved yet.
	if (moved) return json({ order: withMoved(order, moved.id, moved.by), chosen, errors: [] });
	const listColumns = form.has("usual") ? null : chosen;
	const saved = await api.call(updatePreferences, { body: { listColumns } });
	if (!saved.ok) return json({ order, chosen, errors: [saved.problem.error] }, { status: saved.problem.status });
	session.flash({ kind: "success", message: "The columns are saved" });
	const address = readListAddress(new URL(args.request.url).searchParams);
	return redirect(`/${orgName}/applicants${withSelected(listSearch(address), address.selected)}`);
};

export const clientAction = keepPage<typeof action>(({ problem, form }) => {
	const { order, chosen } = readColumns(form);
	return { order, chosen, errors: [problem.error] };
});

export const { handle, shouldRevalidate } = shows({});

const formId = "list-columns";

const ChooseColumns = () => {
	const { chosen } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { orgName } = useShell();
	const navigation = useNavigation();
	const [params] = useSearchParams();
	const base = `/${orgName}/applicants`;
	const list = readListAddress(params);
	const isSaving = navigation.formAction?.startsWith(`${base}/columns`) ?? false;
	return (
		<Dialog
			title="Columns"
			description="Shown after the applicant's name, for you alone."
			closeTo={base + withSelected(listSearch(list), list.selected)}
			cancel
			footer={
				<>
					<Button form={formId} name="usual" value="on" disabled={isSaving}>
						Usual columns
					</Button>
					<Button form={formId} variant="primary" pending={isSaving}>
						Save
					</Button>
				</>
			}
		>
			<SignedInForm method="post" id={formId} className="grid gap-3">
				{/* why first: Enter presses the first button of a form, which must not be an arrow. */}
				<button type="submit" hidden>
					Save
				</button>
				<FormErrors errors={answer?.errors ?? []} />
				<ColumnBoxes
					key={String(answer?.order)}
					order={answer?.order ?? allColumns(chosen)}
					chosen={answer?.chosen ?? chosen}
				/>
			</SignedInForm>
		</Dialog>
	);
};
export default ChooseColumns;

/** All columns in their order: what is ticked is shown. */
const ColumnBoxes = ({ order: first, chosen }: { order: readonly ListColumn[]; chosen: readonly ListColumn[] }) => {
	const { aliases } = useShell().organisation;
	const [order, setOrder] = useState(first);
	const pressed = useRef<string>();
	useEffect(() => {
		// why: a row that is moved in the document loses the focus, and at an end its button rests.
		const [id, way] = pressed.current?.split(" ") ?? [];
		const wanted = order.at(0) === id ? "down" : order.at(-1) === id ? "up" : way;
		if (id) document.getElementById(`${wanted}-${id}`)?.focus();
	}, [order]);
	return (
		<ul>
			{order.map((id, index) => (
				<li key={id} className="flex items-center gap-2.5 rounded-md px-2 hover:bg-hover">
					<input type="hidden" name="order" value={id} />
					<Checkbox id={`column-${id}`} name="column" value={id} defaultChecked={chosen.includes(id)} />
					<label htmlFor={`column-${id}`} className="flex min-h-9 min-w-0 flex-1 items-center">
						<span className="first-letter:uppercase">{columnLabel(id, aliases.course)}</span>
					</label>
					{(["up", "down"] as const).map((way) => (
						<IconButton
							key={way}
							id={`${way}-${id}`}
							name="move"
							value={`${id} ${way}`}
							size="small"
							icon={way === "up" ? ArrowUp : ArrowDown}
							label={`Move ${columnLabel(id, aliases.course)} ${way}`}
							disabled={index === (way === "up" ? 0 : order.length - 1)}
							onClick={(event) => {
								event.preventDefault();
								pressed.current = `${id} ${way}`;
								setOrder(withMoved(order, id, way));
							}}
						/>
					))}
				</li>
			))}
		</ul>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
