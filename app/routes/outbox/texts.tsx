import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { MessageSquare } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatDateTime } from "#app/format/dates";
import { formatCount } from "#app/format/numbers";
import { OutboxPages, readOutboxPage } from "#app/routes/outbox/outbox-pages";
import { OutboxTabs } from "#app/routes/outbox/outbox-tabs";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { Card } from "#app/ui/card";
import { EmptyState } from "#app/ui/page/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { anyOf } from "#worker/contract/permissions";
import { listOutboxTexts } from "#worker/services/outbox/contract";

export const meta: MetaFunction = () => [{ title: "Texts · Outbox · Matricula" }];

/** SMS that development keeps instead of sending them. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireUser(args, anyOf("candiemail"));
	const page = readOutboxPage(args.request);
	const texts = orThrow(await args.context.api.call(listOutboxTexts, { query: { page: String(page) } }));
	return json({ ...texts, page, here: `/${orgName}/outbox` });
};

export const { handle, shouldRevalidate } = shows({});

const OutboxTexts = () => {
	const { data, hasMore, page, here } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	return (
		<div className="mx-auto grid max-w-4xl grid-cols-1 gap-4">
			<PageHeader title="Outbox" description="Texts are kept here instead of sent." />
			<OutboxTabs here={here} current="texts" />
			{data.length === 0 ? (
				<Card>
					<EmptyState icon={MessageSquare} title={page === 0 ? "No text yet" : "No more texts"} />
				</Card>
			) : (
				<ul aria-label="Texts" className="grid gap-3">
					{data.map(({ id, to, from, text, segments, createdAt }) => (
						<li key={id}>
							<Card className="grid grid-cols-1 gap-1.5 p-4">
								<p className="text-text-2 tabular-nums">
									To {to}, from {from}, {formatDateTime(createdAt, organisation.timeZone)},{" "}
									{formatCount(segments, "text")}
								</p>
								<p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
							</Card>
						</li>
					))}
				</ul>
			)}
			<OutboxPages here={`${here}/texts`} page={page} hasMore={hasMore} />
		</div>
	);
};
export default OutboxTexts;

export const ErrorBoundary = () => <ProblemPage />;
