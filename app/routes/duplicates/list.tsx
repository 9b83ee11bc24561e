import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
	type SerializeFrom,
} from "@remix-run/cloudflare";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { FolderOpen, Users } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { ApplicationPicker } from "#app/list/application-picker";
import { loadDuplicates } from "#app/routes/duplicates/load-duplicates.server";
import { PairLine } from "#app/routes/duplicates/pair-line";
import { usePairCommands } from "#app/routes/duplicates/use-pair-commands";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess, safeReturn } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { fieldText } from "#app/ui/form/field-text";
import { EmptyState } from "#app/ui/page/empty-state";
import { ErrorState } from "#app/ui/page/error-state";
import { PageHeader } from "#app/ui/page/page-header";
import { Pagination } from "#app/ui/page/pagination";
import { Tabs } from "#app/ui/page/tabs";
import type { ToastMessage } from "#app/ui/toast/toast";
import { problemToast } from "#worker/contract/screen-problems";
import { dismissPair } from "#worker/services/duplicates/contract";

const title = "Possible duplicates";

export const meta: MetaFunction = () => [{ title: `${title} · Matricula` }];

export const loader = async (args: LoaderFunctionArgs) => json(await loadDuplicates(args));

export const action = (args: ActionFunctionArgs) => submitDismissal(args);

export const clientAction = keepPage<typeof action>(({ problem }) => ({
	toast: { id: crypto.randomUUID(), kind: "error", message: problemToast(problem) },
}));

export const { handle, shouldRevalidate } = shows<typeof loader>({
	applicants: ({ data }) => data.found?.application.id,
});

const Duplicates = () => {
	const { orgName, found } = useLoaderData<typeof loader>();
	if (found) return <Pairs orgName={orgName} found={found} />;
	return (
		<>
			<PageHeader title={title} />
			<Card className="mt-4">
				<EmptyState icon={FolderOpen} title="No applications yet">
					Applicants are compared once the institution has an application.
				</EmptyState>
			</Card>
		</>
	);
};
export default Duplicates;

type Found = NonNullable<SerializeFrom<typeof loader>["found"]>;

const Pairs = ({ orgName, found }: { orgName: string; found: Found }) => {
	const { application, isDismissed, pairs, search, pages, mayDismiss } = found;
	const refusal = useKeptAnswer<typeof action>()?.toast.message;
	const { state, location } = useNavigation();
	const here = `/${orgName}/duplicates`;
	const rows = pairs.ok ? pairs.value.data : [];
	usePairCommands(rows, here);
	const viewOf = (dismissed: boolean) => `${here}?applicationId=${application.id}${dismissed ? "&dismissed=true" : ""}`;
	return (
		<>
			<PageHeader
				title={title}
				context={
					<ApplicationPicker
						key={application.id}
						application={application}
						findPath={`/${orgName}/applicants/applications`}
						findSearch={`?application=${application.id}&for=duplicates`}
						toOf={(id) => `${here}?applicationId=${id}`}
					/>
				}
				description="Applicants of one application who may be the same person. Nothing is merged until you confirm it."
				back={{ to: `/${orgName}/applicants?application=${application.id}`, label: "Process Applicants" }}
			/>
			<Tabs
				label="Pairs"
				className="my-3"
				tabs={[
					{ to: viewOf(false), label: "To review", current: !isDismissed, ...(!isDismissed && countOf(pairs)) },
					{ to: viewOf(true), label: "Not duplicates", current: isDismissed, ...(isDismissed && countOf(pairs)) },
				]}
			/>
			{refusal && (
				<Callout tone="danger" role="alert" className="mb-3">
					{refusal}
				</Callout>
			)}
			<Card>
				{!pairs.ok ? (
					<ErrorState
						title="Unable to list possible duplicates"
						message={problemToast(pairs.problem)}
						retryTo={here + search}
					/>
				) : rows.length === 0 ? (
					<NoPairs isDismissed={isDismissed} isBeyond={pairs.value.page > 0} firstTo={viewOf(isDismissed)} />
				) : (
					<>
						<ul
							aria-label={isDismissed ? "Not duplicates" : title}
							aria-busy={(state === "loading" && location.pathname === here) || undefined}
							className="divide-y divide-line transition-opacity aria-busy:opacity-60"
						>
							{rows.map((pair) => (
								<PairLine
									key={pair.first.id + pair.second.id}
									pair={pair}
									here={here}
									search={search}
									mayDismiss={mayDismiss}
								/>
							))}
						</ul>
						<Pagination {...pages} />
					</>
				)}
			</Card>
		</>
	);
};

const countOf = (pairs: Found["pairs"]) => (pairs.ok ? { count: pairs.value.resultTotal } : {});

const NoPairs = ({ isDismissed, isBeyond, firstTo }: { isDismissed: boolean; isBeyond: boolean; firstTo: string }) =>
	isBeyond ? (
		<EmptyState icon={Users} title="Nothing on this page" action={<LinkButton to={firstTo}>First page</LinkButton>}>
			The list has fewer pages.
		</EmptyState>
	) : isDismissed ? (
		<EmptyState icon={Users} title="No pairs are marked as not duplicates">
			Pairs that you mark as not duplicates are listed here. You can review them again.
		</EmptyState>
	) : (
		<EmptyState icon={Users} title="No possible duplicates">
			Pairs appear here when two applicants have the same JAMB number, phone, email, or name and birth date.
		</EmptyState>
	);

/** How long the palette and `z` offer to undo a dismissal, in milliseconds. The list of dismissed pairs always does. */
const undoOfferedMs = 600_000;

const maxNamesLength = 300;

/** Marks a pair as not duplicates, with an undo, or removes the mark. */
const submitDismissal = async (args: ActionFunctionArgs) => {
	const { orgName, session, api } = await requireAccess(args, dismissPair);
	const form = await readSignedInForm(args.request, args.context);
	const { pathname, searchParams } = new URL(args.request.url);
	// why: a toast's form sends nothing but its address.
	const [firstId = "", secondId = ""] = searchParams.get("undo")?.split(",") ?? [
		fieldText(form.get("firstId")),
		fieldText(form.get("secondId")),
	];
	const isDismissed = !searchParams.has("undo") && form.get("isDismissed") === "true";
	searchParams.delete("undo");
	const list = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
	searchParams.set("undo", `${firstId},${secondId}`);
	const undo = `${pathname}?${searchParams}`;
	const dismissed = await api.call(dismissPair, { body: { firstId, secondId, isDismissed } });
	if (!dismissed.ok) {
		const toast: ToastMessage = { id: crypto.randomUUID(), kind: "error", message: problemToast(dismissed.problem) };
		return json({ toast }, { status: httpStatus(dismissed.problem) });
	}
	const names = fieldText(form.get("names")).slice(0, maxNamesLength) || "The two applicants";
	const action = { label: "Undo", title: `Undo: ${names} are not duplicates`, to: undo, forMs: undoOfferedMs };
	session.flash(
		isDismissed
			? { kind: "success", message: `${names} are marked as not duplicates`, action }
			: { kind: "success", message: "The pair is no longer marked as not duplicates", settles: undo },
	);
	return redirect(safeReturn(fieldText(form.get("returnTo")), orgName) ?? list);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
