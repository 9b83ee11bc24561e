import { useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useShell } from "#app/shell/shell-context";
import { useIdle } from "#app/shell/use-idle";
import { Button } from "#app/ui/button";
import { classNames } from "#app/ui/class-names";
import { SignedInForm } from "#app/ui/form/form";

const countdown = (ms: number): string => {
	const seconds = Math.ceil(ms / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** 'Are you there?' after ten idle minutes, with three more to answer (§4 Session). */
export const IdleDialog = () => {
	const { orgName, csrf } = useShell();
	const submit = useSubmit();
	const { remainingMs, resume } = useIdle(() => submit({ csrf }, { method: "post", action: `/${orgName}/logout` }));
	const dialog = useRef<HTMLDialogElement>(null);
	const isOpen = remainingMs !== undefined;

	useEffect(() => {
		if (isOpen) dialog.current?.showModal();
		else dialog.current?.close();
	}, [isOpen]);

	return (
		<dialog
			ref={dialog}
			data-own-keys
			aria-labelledby="idle-title"
			onCancel={resume}
			className="m-auto w-96 max-w-[calc(100vw-24px)] rounded-xl border border-line-2 bg-raised p-5 text-text shadow-float backdrop:bg-scrim"
		>
			<h2 id="idle-title" className="text-lg">
				Are you there?
			</h2>
			<p className="mt-1 text-text-2">
				You have been away for a while. To keep your work safe you will be logged out in
			</p>
			<p
				role="timer"
				className={classNames("my-3 font-medium text-xl tabular-nums", (remainingMs ?? 0) < 60_000 && "text-red")}
			>
				{countdown(remainingMs ?? 0)}
			</p>
			<div className="flex justify-end gap-2">
				<SignedInForm method="post" action={`/${orgName}/logout`}>
					<Button variant="secondary">Log me out</Button>
				</SignedInForm>
				<Button type="button" variant="primary" onClick={resume} autoFocus>
					Resume
				</Button>
			</div>
		</dialog>
	);
};
