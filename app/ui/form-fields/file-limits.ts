import { maxFileBytes, maxFilesPerField } from "#worker/contract/forms/file-part";

/** What a document may be; the service inspects the file and decides. */
export const acceptedFiles = "application/pdf,image/jpeg,image/png,image/gif,image/webp";
export const acceptedNames = "PDF, JPEG, PNG, GIF or WebP";

/** What a person's picture may be: what can be printed. */
export const acceptedPictures = "image/jpeg,image/png";
export const acceptedPictureNames = "JPEG or PNG";

export const tooManyText = `Attach at most ${maxFilesPerField} files.`;

export const isTooLarge = ({ size }: { size: number }): boolean => size > maxFileBytes;
