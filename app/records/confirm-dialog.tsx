import type { ReactNode } from "react";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { CloseLink } from "#app/ui/dialog/close-link";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";

interface ConfirmDialogProps {
	title: string;
	submitLabel: string;
	closeLabel?: string;
	/** Whether what it does can be put right again: then its button is not red. */
	isHarmless?: boolean;
	/** The id of its form. */
	formId?: string;
	closeTo: string;
	error: string | undefined;
	idempotencyKey?: string;
	/** Whether it cannot be done, as the text says: without a button that does it. */
	isImpossible?: boolean;
	children: ReactNode;
}

/** Asks before something is done, and says why where it cannot be. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
	const { title, submitLabel, closeTo, error, idempotencyKey, isImpossible = false, children } = props;
	const { closeLabel = "Cancel", isHarmless = false, formId = "confirm" } = props;
	const isAwaiting = useIsAwaiting();
	return (
		<Dialog
			title={title}
			closeTo={closeTo}
			footer={
				<>
					<CloseLink to={closeTo}>{closeLabel}</CloseLink>
					{!isImpossible && (
						<Button form={formId} variant={isHarmless ? "primary" : "danger"} pending={isAwaiting}>
							{submitLabel}
						</Button>
					)}
				</>
			}
		>
			<SignedInForm method="post" id={formId} className="grid gap-4">
				{idempotencyKey && <input type="hidden" name="idempotencyKey" value={idempotencyKey} />}
				{error && (
					<Callout tone="danger" role="alert">
						{error}
					</Callout>
				)}
				<div>{children}</div>
			</SignedInForm>
		</Dialog>
	);
};
