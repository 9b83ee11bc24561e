import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { inWords as inOneSentence } from "#app/format/in-words";
import { formatCount } from "#app/format/numbers";
import type { deleteRecord, openDeletion } from "#app/records/record.server";
import type { AnyRow, RecordScreen } from "#app/records/screen";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { TextLink } from "#app/ui/text-link";

const formId = "delete-record";

/** Asks whether to delete a record, and says what depends on it: then it cannot be deleted. */
export const DeleteRecord = <Row extends AnyRow>({ screen }: { screen: RecordScreen<Row> }) => {
	const loaded = useLoaderData<typeof openDeletion>();
	const answer = useActionData<typeof deleteRecord>();
	const isAwaiting = useIsAwaiting();
	const { inWords, context } = useScreenTexts();
	const row = loaded.row as unknown as Row;
	const { whyNot } = loaded;
	const [one, name] = [inWords(screen.one), screen.nameOf(row)];
	const uses = (screen.uses?.(row, context) ?? []).filter(({ count }) => count > 0);
	const counted = uses.map(
		({ count, one, many, uncounted }) => uncounted ?? formatCount(count, inWords(one), many && inWords(many)),
	);
	return (
		<Dialog
			title={`Delete ${one}`}
			closeTo={loaded.closeTo}
			footer={
				<>
					<LinkButton to={loaded.closeTo} replace preventScrollReset>
						{uses.length > 0 || whyNot ? "Close" : "Cancel"}
					</LinkButton>
					{uses.length === 0 && !whyNot && (
						<Button form={formId} variant="danger" pending={isAwaiting}>
							Delete {one}
						</Button>
					)}
				</>
			}
		>
			<SignedInForm id={formId} className="grid gap-3">
				{answer?.error && (
					<Callout tone="danger" role="alert">
						{answer.error}
					</Callout>
				)}
				{uses.length > 0 ? (
					<>
						<p>
							“{name}” cannot be deleted: {inOneSentence(counted)} {dependsOn(uses)} on it.
						</p>
						{uses.map(
							({ to }, index) =>
								to && (
									<p key={to}>
										<TextLink to={to}>Show the {counted[index]}</TextLink>
									</p>
								),
						)}
					</>
				) : whyNot ? (
					<p>
						“{name}” cannot be deleted by you. {whyNot}
					</p>
				) : (
					<p>
						Delete “{name}”? {screen.whenDeleted?.(row) ?? "Nothing depends on it."} Its history stays in the audit log.
					</p>
				)}
			</SignedInForm>
		</Dialog>
	);
};

const dependsOn = (uses: readonly { count: number; uncounted?: string }[]): string =>
	uses.length === 1 && uses[0]?.count === 1 && uses[0].uncounted === undefined ? "depends" : "depend";

/** Sends the question from its dialog, which stays when no response comes (§8). */
export const keepDeletion = keepPage<typeof deleteRecord>(({ problem: { error } }) => ({ error }));
