// ask
