import { useLoaderData } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { HistoryLink } from "#app/records/history-link";
import type { openRecord, saveRecord } from "#app/records/record.server";
import { RecordInput, shownValue } from "#app/records/record-field";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import type { AnyRow, RecordScreen } from "#app/records/screen";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { Button, LinkButton } from "#app/ui/button";
import { CloseLink } from "#app/ui/dialog/close-link";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { capitalise } from "#worker/contract/text/capitalise";

const formId = "record";

interface RecordDialogProps<Row extends AnyRow> {
	screen: RecordScreen<Row>;
	/** What is shown of a record beside its fields. */
	children?: (row: Row, more: unknown) => ReactNode;
}

/** The dialog in which a record is created or changed. */
export const RecordDialog = <Row extends AnyRow>({ screen, children }: RecordDialogProps<Row>) => {
	const { row, more, values, choices, closeTo, idempotencyKey, maySave, mayDelete, whyNot } =
		useLoaderData<typeof openRecord>();
	const { result, meanwhile = null } = useKeptAnswer<typeof saveRecord>() ?? {};
	const isAwaiting = useIsAwaiting();
	const { inWords, context } = useScreenTexts();
	const one = inWords(screen.one);
	const typed = result?.initialValue as Record<string, unknown> | undefined;
	const [, search = ""] = closeTo.split(/(?=\?)/);
	const at = (path: string) => `${context.base}/${screen.path}/${row?.id}/${path}${search}`;
	return (
		<Dialog
			title={row ? capitalise(one) : `New ${one}`}
			closeTo={closeTo}
			footer={
				<>
					{row && !screen.page && <HistoryLink to={at("history")} />}
					{mayDelete && !screen.page && (
						<LinkButton to={at("delete")} icon={Trash2} replace preventScrollReset>
							Delete
						</LinkButton>
					)}
					{/* why together: on a narrow screen neither stands alone in a second line. */}
					<div className="flex flex-wrap justify-end gap-2.5">
						<CloseLink to={closeTo}>{maySave ? "Cancel" : "Close"}</CloseLink>
						{maySave && (
							<Button form={formId} variant="primary" pending={isAwaiting}>
								{row ? "Save" : `Create ${one}`}
							</Button>
						)}
					</div>
				</>
			}
		>
			<SignedInForm id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				<FormErrors errors={result?.error?.[""] ?? null} />
				{row && (
					<SavedMeanwhile
						version={row.version}
						meanwhile={
							meanwhile && {
								...meanwhile,
								values: screen.fields.map((field) => [
									inWords(field.label),
									shownValue(field, meanwhile.current[field.name], {
										choices: choices[field.name] ?? [],
										timeZone: context.timeZone,
									}),
								]),
							}
						}
					/>
				)}
				{whyNot && <p className="text-text-2">{whyNot}</p>}
				<fieldset disabled={!maySave} className="contents">
					{screen.fields.map((field, index) => (
						<RecordInput
							key={field.name}
							field={{ ...field, label: inWords(field.label) }}
							value={typed ? typed[field.name] : values[field.name]}
							errors={result?.error?.[field.name] ?? null}
							choices={choices[field.name] ?? []}
							timeZone={context.timeZone}
							isFirst={index === 0}
						/>
					))}
				</fieldset>
			</SignedInForm>
			{row && children?.(row as unknown as Row, more)}
		</Dialog>
	);
};

/** Sends the form from its dialog, which keeps the typed values when no response comes (§8). */
export const keepRecord = keepPage<typeof saveRecord>(({ form, problem }) => ({
	result: { status: "error" as const, initialValue: Object.fromEntries(form) as never, error: { "": [problem.error] } },
	meanwhile: null,
}));
