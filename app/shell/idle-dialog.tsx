import { useSubmit } from "@remix-run/react";
import { useShell } from "#app/shell/shell-context";
import { useIdle } from "#app/shell/use-idle";
import { Button } from "#app/ui/button";
import { classNames } from "#app/ui/class-names";
import { SurfaceDialog } from "#app/ui/dialog/surface-dialog";
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
	if (remainingMs === undefined) return null;
	return (
		<SurfaceDialog
			label="Are you there?"
			width={384}
			className="m-auto max-w-[calc(100vw-24px)] rounded-xl border bg-raised p-5"
			isQuestion
			onClose={resume}
		>
			<h2 className="text-lg">Are you there?</h2>
			<p className="mt-1 text-text-2">
				You have been away for a while. To keep your work safe you will be logged out in
			</p>
			<p
				role="timer"
				className={classNames("my-3 font-medium text-xl tabular-nums", remainingMs < 60_000 && "text-red")}
			>
				{countdown(remainingMs)}
			</p>
			<div className="flex justify-end gap-2">
				<SignedInForm action={`/${orgName}/logout`}>
					<Button variant="secondary">Log me out</Button>
				</SignedInForm>
				<Button type="button" variant="primary" onClick={resume} data-autofocus>
					Resume
				</Button>
			</div>
		</SurfaceDialog>
	);
};
