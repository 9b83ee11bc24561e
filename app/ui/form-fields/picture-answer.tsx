import { UserRound } from "lucide-react";
import { type ChangeEvent, useEffect, useState } from "react";
import { Field } from "#app/ui/form/field";
import { AboutFiles, fileInputClass, KeptFiles } from "#app/ui/form-fields/file-answer";
import type { AnswerProps } from "#app/ui/form-fields/form-field";
import { iconProps } from "#app/ui/icon";
import {
	acceptedPictures,
	fileTooLarge,
	isTooLarge,
	maxFileBytes,
	megabytes,
} from "#worker/contract/forms/accepted-files";

/** A photograph, taken now or chosen, with a preview; scripts scale a large one down before it is sent. */
export const PictureAnswer = ({ field, files = [], removedFiles = [], fileHref }: AnswerProps) => {
	const [chosen, setChosen] = useState<string>();
	const [tooLarge, setTooLarge] = useState<string>();
	useEffect(() => () => URL.revokeObjectURL(chosen ?? ""), [chosen]);
	const [current] = files;
	const shown = chosen ?? (current && fileHref?.(current));
	const errors = tooLarge ? [tooLarge, ...(field.errors ?? [])] : field.errors;
	const choose = async ({ target: input }: ChangeEvent<HTMLInputElement>) => {
		const [original] = input.files ?? [];
		const picture = original && (await scalePicture(original));
		// why: another picture may have been chosen while this one was scaled.
		if (input.files?.[0] !== original) return;
		if (picture && picture !== original) {
			const list = new DataTransfer();
			list.items.add(picture);
			input.files = list.files;
		}
		setTooLarge(picture && isTooLarge(picture) ? fileTooLarge : undefined);
		setChosen(picture && URL.createObjectURL(picture));
	};
	return (
		<div className="flex flex-wrap items-start gap-4">
			<div className="grid h-32 w-26 shrink-0 place-items-center overflow-hidden rounded-md border border-line-2 bg-hover text-text-3">
				{shown ? (
					<img
						src={shown}
						alt={chosen ? `${field.label}, as chosen` : `${field.label}, as it is`}
						className="size-full object-cover"
					/>
				) : (
					<UserRound {...iconProps} size={40} strokeWidth={1.25} />
				)}
			</div>
			<div className="min-w-52 flex-1">
				<Field
					{...field}
					errors={errors}
					description={
						<AboutFiles
							limits={`${acceptedPictures.names}, ${megabytes(maxFileBytes)} at most`}
							about={field.description}
						/>
					}
				>
					{(wiring) => (
						<>
							<KeptFiles name={field.name} files={files} removedFiles={removedFiles} fileHref={fileHref} />
							<input
								{...wiring}
								type="file"
								accept={acceptedPictures.accept}
								capture="user"
								onChange={choose}
								className={fileInputClass}
							/>
						</>
					)}
				</Field>
			</div>
		</div>
	);
};

/** Pixels of the longer side of a picture that is sent. */
const maxSide = 1_200;

/** Returns the picture as an upright JPEG of at most 1,200 px; unchanged if it is small or unreadable. */
const scalePicture = async (file: File): Promise<File> => {
	const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined);
	if (!picture) return file;
	const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
	if (scale === 1 && file.type === "image/jpeg") return file;
	const canvas = document.createElement("canvas");
	canvas.width = Math.round(picture.width * scale);
	canvas.height = Math.round(picture.height * scale);
	const context = canvas.getContext("2d");
	if (!context) return file;
	// why: a JPEG has no transparency; without a background those parts would be black.
	context.fillStyle = "#fff";
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.drawImage(picture, 0, 0, canvas.width, canvas.height);
	picture.close();
	const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.88));
	if (!blob) return file;
	return new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.jpg`, { type: "image/jpeg" });
};
