import type { Background } from "#worker/feature-background";
import { runHandler } from "#worker/runs/run-kind";
import { applicantDataJob } from "#worker/services/privacy/applicant-data.job";
import { erasedFilesSweep } from "#worker/services/privacy/erased-files";
import { erasure } from "#worker/services/privacy/erasure.bulk";

export const privacyBackground: Background = {
	runs: [runHandler(erasure)],
	jobs: [applicantDataJob],
	sweeps: [erasedFilesSweep],
};
