import { useFetcher } from "@remix-run/react";
import { type KeyboardEvent, useContext, useEffect, useRef, useState } from "react";
import type { action } from "#app/routes/templates/picture";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { inputClass } from "#app/ui/form/control-class";
import { CsrfContext } from "#app/ui/form/csrf";
import { fileInputClass } from "#app/ui/form-fields/file-answer";
import type { PictureTool } from "#app/ui/form-fields/stored-picture";
import { acceptedPictures, megabytes } from "#worker/contract/forms/accepted-files";
import { maxPictureBytes, picturePart, pictureTooLarge } from "#worker/services/templates/pictures.contract";

/** The widest that a picture is put into a text: as wide as the column of an email. */
const usualWidth = 544;

/** Asks for a picture, keeps it, and puts it into the text. The text is not touched when it is refused. */
export const PictureBar: PictureTool = ({ onPut, onDone }) => {
	const { orgName } = useShell();
	const csrf = useContext(CsrfContext) ?? "";
	const { submit, state, data } = useFetcher<typeof action>();
	const [wrong, setWrong] = useState<string>();
	const input = useRef<HTMLInputElement>(null);
	const alt = useRef<HTMLInputElement>(null);
	const isSending = state !== "idle";
	useEffect(() => input.current?.focus(), []);
	useEffect(() => {
		if (state !== "idle" || !data) return;
		if (data.picture) {
			const { address, width } = data.picture;
			onPut({ src: address, alt: alt.current?.value.trim() ?? "", width: Math.min(width, usualWidth) });
		} else setWrong(data.wrong ?? data.error ?? undefined);
	}, [state, data, onPut]);
	const send = () => {
		const [file] = input.current?.files ?? [];
		if (!file) return setWrong("Choose a picture");
		// why: a picture that is far too large is not sent first.
		if (file.size > maxPictureBytes) return setWrong(pictureTooLarge);
		setWrong(undefined);
		const form = new FormData();
		form.set("csrf", csrf);
		form.set(picturePart, file);
		submit(form, { method: "post", encType: "multipart/form-data", action: `/${orgName}/manage-template/picture` });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" && event.key !== "Escape") return;
		event.preventDefault();
		event.stopPropagation();
		if (event.key === "Escape") onDone();
		else if (!isSending) send();
	};
	return (
		<div className="grid gap-1.5 p-1">
			<div className="flex flex-wrap items-center gap-1.5">
				<input
					ref={input}
					// why: it belongs to the toolbar, not to the form.
					form="none"
					type="file"
					aria-label="Picture"
					aria-describedby="picture-about"
					aria-invalid={wrong !== undefined}
					accept={acceptedPictures.accept}
					onChange={() => setWrong(undefined)}
					className={`${fileInputClass} w-auto! min-w-40 flex-1`}
				/>
				<input
					ref={alt}
					form="none"
					aria-label="What the picture shows"
					placeholder="What it shows"
					maxLength={300}
					onKeyDown={onKeyDown}
					className={`${inputClass} w-auto! min-w-40 flex-1`}
				/>
				<Button type="button" pending={isSending} onClick={send}>
					Add picture
				</Button>
			</div>
			<p id="picture-about" role={wrong ? "alert" : undefined} className={wrong ? "text-red" : "text-sm text-text-2"}>
				{wrong ?? `${acceptedPictures.names}, ${megabytes(maxPictureBytes)} at most.`}
			</p>
		</div>
	);
};
