// picker
